internal import ForageCore

extension Command {
    static let open = Command(
        "open", "Open the page of a result in the browser",
        operands: "NUMBER|ID", takes: .result,
        options: [
            NamedResults.fileOption, SearchArguments.definitionOption, SearchArguments.timeoutOption,
        ] + CacheArguments.options,
        examples: ["forage open 3", "forage open unsplash:eOLpJytrbsQ"]
    ) { invocation in
        let configuration = try invocation.configuration(measuring: false)
        let id = try NamedResults(invocation, configuration).only(invocation.arguments)
        // The page of a listed result is known, so no request is needed.
        if let result = LastSearches(invocation.environment)?.last?.results.first(where: { $0.id == id }) {
            return open(result.page, invocation)
        }
        return try await withItem(id, invocation, configuration) { item, _ in open(item.pageURL, invocation) }
    }

    static func open(_ page: WebURL, _ invocation: Invocation) -> ExitCode {
        guard Browser.open(page.text, invocation.environment) else {
            invocation.pipes.say("forage: Could not open a browser; the page is \(page.text).")
            return .failure
        }
        invocation.pipes.say("Opened \(page.text).")
        return .success
    }
}
