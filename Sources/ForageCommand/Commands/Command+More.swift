extension Command {
    static let more = Command(
        "more", "Show more results of the last search",
        options: [SearchArguments.limitOption, SearchArguments.timeoutOption, Preview.ofMany]
            + Output.options + [Output.wideOption],
        discussion: """
            Continues the last search or list of this terminal, with the same options; those that you give
            replace them. The numbers continue, and the earlier results keep theirs.
            """,
        examples: ["forage search barn owl && forage more", "forage more --limit 50 --wide"]
    ) { invocation in
        try invocation.arguments.refuseWords("for another search: forage search QUERY.")
        guard let last = LastSearches(invocation.environment)?.last else {
            throw CommandError.usage("There is no search to continue: forage search QUERY.")
        }
        guard let next = last.next else { throw CommandError.failure("The last search has no more results.") }
        let command = last.kind == .search ? Command.search : .browse
        let earlier = try Arguments(last.typed, options: command.options + Command.commonOptions)
        let continued = earlier.replacing(
            ["page": nil, "record": nil, "cursor": [next]], by: invocation.arguments)
        return try await find(continuing: last, invocation.with(continued))
    }
}
