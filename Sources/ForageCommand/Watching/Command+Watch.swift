internal import ForageCore
internal import ForageFormats
internal import ForageStorage
internal import JSON
internal import Platform

extension Command {
    static let watch = Command(
        "watch", "Save searches, and show or download what is new in them",
        operands: "add NAME QUERY… | list | run [NAME…] | remove NAME…",
        takes: .action([
            .init("add", takes: .sequence([.nothing, .query])), .init("list"), .init("run", takes: .watch),
            .init("remove", takes: .watch),
        ]),
        options: WatchArguments.options,
        discussion: """
            add      save a search under a name, with its filters and your defaults
            list     list the saved searches: the name, the query, the number of results found, and the last run
            run      search again, and write each result that no earlier run has written; all saved searches
                     if you name none
            remove   remove saved searches and what they remember

            A result is not new again if it comes from another source. What a provider that failed would have
            found is new in a later run. The formats atom, rss and jsonfeed write the last 100 results, and
            need one NAME. With --get, new files are downloaded as by forage get, each with its credit; a file
            that could not be downloaded for now is tried again. The exit code of run is 0 even if nothing is
            new; otherwise it is that of a search or a download. A running gallery serves /feed/NAME.atom.
            """,
        examples: [
            "forage watch add owls 'barn owl licence:commercial sort:newest'", "forage watch run",
            "forage watch run owls --get --to ~/Pictures/owls",
            "forage watch run owls --format atom > owls.atom",
        ]
    ) { invocation in
        let words = invocation.arguments.words
        let rest = Array(words.dropFirst())
        switch words.first ?? "list" {
        case "add": return try add(rest, invocation)
        case "list": return try list(rest, invocation)
        case "run": return try await WatchRun(rest, invocation).run()
        case "remove": return try remove(rest, invocation)
        case let action:
            throw CommandError.unknown(
                "action of watch", action, among: ["add", "list", "run", "remove"])
        }
    }

    private static func add(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard words.count > 1 else {
            throw CommandError.usage("Give a name and a query: forage watch add NAME 'QUERY'.")
        }
        let name = words[0]
        guard Watch.isName(name) else {
            throw CommandError.usage(
                "\"\(name)\" cannot be the name of a saved search: use up to 64 small letters, digits and hyphens."
            )
        }
        let configuration = try invocation.configuration(measuring: false)
        let search = try SearchArguments(
            invocation.arguments, text: words.dropFirst().joined(separator: " "),
            defaults: configuration.defaults(for: .search), known: configuration.providers.map(\.id))
        let watch = Watch(
            name: name, query: search.query.description, isStrict: search.query.isStrict,
            limit: try invocation.arguments.integer("limit", in: Query.limits) ?? WatchArguments.usualLimit,
            feedID: WatchArguments.newFeedID, addedAt: Date())
        let store = try invocation.watchStore()
        guard let isAdded = store.add(watch) else { return .failure }
        guard isAdded else {
            throw CommandError.usage(
                "There is a saved search \(name) already; to replace it: forage watch remove \(name).")
        }
        invocation.pipes.say("Saved \(name): \(watch.query)")
        return .success
    }

    private static func list(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        if let word = words.first { throw CommandError.unexpected(word, in: "watch") }
        let format = try invocation.arguments.choice("format", as: WatchArguments.Format.self) ?? .table
        guard [.table, .jsonl].contains(format) else {
            throw CommandError.usage("The list is written as table or jsonl.")
        }
        guard let watches = try invocation.watchStore().watches() else { return .failure }
        let isAtTerminal = invocation.terminal.output != nil
        let width = isAtTerminal ? watches.map(\.name.count).max() ?? 0 : 0
        for watch in watches {
            let details = [
                watch.name.padded(toWidth: width), watch.foundCount.of("result"),
                watch.ranAt?.iso8601 ?? "never",
                watch.query.onOneLine,
            ]
            invocation.pipes.write(
                line: format == .jsonl ? watch.json : details.joined(separator: isAtTerminal ? "  " : "\t"))
        }
        if watches.isEmpty, format == .table {
            invocation.pipes.say("There are no saved searches. To save one: forage watch add NAME 'QUERY'.")
        }
        return .success
    }

    private static func remove(_ names: [String], _ invocation: Invocation) throws -> ExitCode {
        guard !names.isEmpty else {
            throw CommandError.usage("Name a saved search: forage watch remove NAME…")
        }
        let store = try invocation.watchStore()
        guard let watches = store.watches() else { return .failure }
        for watch in try Watch.named(names, among: watches) {
            guard store.remove(watch.name) != nil else { return .failure }
            invocation.pipes.say("Removed \(watch.name).")
        }
        return .success
    }
}

/// The options of `forage watch`.
enum WatchArguments {
    /// The number of results that a saved search looks at.
    static let usualLimit = 100
    /// The number of entries of a feed.
    static let feedLength = 100

    enum Format: String, CaseIterable {
        case table, jsonl, atom, rss, jsonfeed
    }

    static let options: [Option] =
        SearchArguments.filterOptions + [
            Option("limit", "n", value: "N", help: "add: look at the first N results (\(usualLimit))"),
            Output.formatOption(Format.self),
            Option("get", help: "run: download the files of new results"),
            Option("quiet", help: "run: with --get, report only failures"),
        ] + GetArguments.fileOptions() + [SearchArguments.definitionOption, SearchArguments.timeoutOption]
        + CacheArguments.options

    /// A new unique name of a feed.
    static var newFeedID: String { "urn:uuid:\(UUID().uuidString.lowercased())" }
}

extension Watch {
    /// The saved searches with these names, each once.
    static func named(_ names: [String], among watches: [Watch]) throws(CommandError) -> [Watch] {
        try names.distinct.map { name throws(CommandError) in
            guard let watch = watches.first(where: { $0.name == name }) else {
                throw CommandError.unknown(
                    "saved search", name, among: watches.map(\.name),
                    advice: watches.isEmpty ? "there are none yet" : nil)
            }
            return watch
        }
    }

    fileprivate var json: String {
        JSONWriter.objectText { writer in
            writer.member("name", name)
            writer.member("query", query)
            if isStrict { writer.member("strict", true) }
            writer.member("limit", limit)
            writer.member("found", foundCount)
            writer.member("added", addedAt.iso8601)
            writer.member("ran", ranAt?.iso8601)
        }
    }
}

extension Invocation {
    /// The saved searches of this person; those of the sandbox are separate.
    func watchStore() throws(CommandError) -> any WatchStore {
        guard let folder = stateFolder else {
            throw CommandError.failure("There is no folder for saved searches: set HOME or XDG_STATE_HOME.")
        }
        return SQLiteWatchStore(in: folder, warn: warnings.sayIfFirst)
    }
}
