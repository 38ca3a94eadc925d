/// The groups that some providers name in their descriptions.
package struct ProviderGroups: Sendable {
    private let members: [String: [ProviderID]]

    package init(_ providers: some Sequence<ProviderInfo>) {
        var members: [String: [ProviderID]] = [:]
        for provider in providers {
            for group in provider.groups { members[group, default: []].append(provider.id) }
        }
        self.members = members
    }

    /// The names of the groups in alphabetical order.
    package var names: [String] { members.keys.sorted() }

    /// The providers of a group in their own order; none for an unknown group.
    package subscript(name: String) -> [ProviderID] { members[name] ?? [] }
}
