package import ForageCore

/// The next steps for a user in the program that shows a view. By default there are none.
package struct NextSteps: Sendable {
    /// Returns the way to enable a provider.
    package var enabling: @Sendable (ProviderID) -> String? = { _ in nil }
    /// The way to enable any provider.
    package var enablingAny: String?
    /// Returns the way to the page of a cursor, for programs.
    package var page: @Sendable (String) -> String? = { _ in nil }
    /// The way to the next results, for people at a terminal.
    package var more: String?
    /// The way to search without a network.
    package var offline: String?
    /// The way to find out where keys are available.
    package var findingKeys: String?

    package init() {}
}
