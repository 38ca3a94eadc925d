internal import ForageCore

extension Command {
    static let browse = Command(
        "browse", "Show what is new or interesting", options: SearchArguments.browseOptions + Output.options,
        discussion: """
            Asks all enabled providers that have such a list, and shows one list as a search does. The
            others are skipped. A provider without past days shows its latest for any day, and says so.
            """,
        examples: ["forage browse", "forage browse --day 2024-05-31 --limit 5", "forage browse -p flickr"]
    ) { invocation in
        let configuration = try invocation.configuration()
        let search = try SearchArguments(
            browsing: invocation.arguments, limit: configuration.limit,
            known: configuration.providers.map(\.id), seal: invocation.cursorSeal)
        return try await show(search, configuration, invocation)
    }
}
