package import ForageCore

/// What a person can do next in the program that shows a view, in its own words; by itself nothing is said of that.
package struct NextSteps: Sendable {
    /// How to turn on a provider.
    package var enabling: @Sendable (ProviderID) -> String? = { _ in nil }
    /// How to turn on any provider.
    package var enablingAny: String?
    /// How to come to the page of a cursor, and whether there is no room for the cursor.
    package var page: @Sendable (String, Bool) -> String? = { _, _ in nil }
    /// How to find out where keys come from.
    package var findingKeys: String?

    package init() {}
}
