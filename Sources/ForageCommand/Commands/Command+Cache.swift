internal import Forage
internal import ForageCache
internal import ForageCore
internal import ForageFormats

extension Command {
    static let cache = Command(
        "cache", "See what is kept of earlier searches, and clean it up",
        operands: "stats | why QUERY…|URL | prune | clear [PROVIDER] | verify | export",
        takes: .action([
            .init("stats"), .init("why"), .init("prune"), .init("clear", takes: .provider),
            .init("verify"), .init("export"),
        ]),
        options: [Output.formatOption(CacheView.Form.self)],
        discussion: """
            stats    what is there, by provider and kind, and how much space it takes
            why      what a search or a request would use now, rule by rule; no service is asked
            prune    drop what is no longer of use, and free its space
            clear    drop everything, or everything of one provider or server that stats names; what the
                     services were asked stays counted (forage providers)
            verify   check everything against its checksums, and drop what differs; ends with 3 if anything
                     does or cannot be read, or if a whole file had to be moved away
            export   write everything as JSON lines
            """,
        examples: [
            "forage cache stats", "forage cache why barn owl", "forage cache clear flickr",
            "forage cache export > kept.jsonl",
        ]
    ) { invocation in
        let action = invocation.arguments.words.first ?? "stats"
        guard let run = actions[action] else {
            throw CommandError.unknown("action of cache", action, among: actions.keys.sorted())
        }
        let words = invocation.arguments.words
        guard action == "why" || words.count <= (action == "clear" ? 2 : 1) else {
            throw CommandError.unexpected(words[words.count - 1], in: "cache")
        }
        guard action == "stats" || !invocation.arguments.has("format") else {
            throw CommandError.usage("--format is for forage cache stats.")
        }
        if let file = invocation.fileInPlaceOfCache {
            throw CommandError.failure(
                "\(file) is not a folder, so the cache cannot be used; move it out of the way.")
        }
        let configuration = try invocation.configuration()
        guard let folder = invocation.cacheFolder, let cache = invocation.cache(configuration) else {
            throw CommandError.failure("There is no place for a cache: set HOME or XDG_CACHE_HOME.")
        }
        if let obstacle = cache.obstacle {
            throw CommandError.failure(obstacle.clause(on: folder) + obstacle.advice)
        }
        let upkeep = CacheUpkeep(
            cache: cache, folder: folder, configuration: configuration, invocation: invocation)
        do {
            let code = try await run(upkeep)
            await cache.close()
            return code
        } catch {
            await cache.close()
            throw error
        }
    }

    private static let actions: [String: @Sendable (CacheUpkeep) async throws -> ExitCode] = [
        "stats": { upkeep in
            let form = try upkeep.invocation.arguments.choice("format", as: CacheView.Form.self)
            return await upkeep.showStatistics(as: form ?? .table)
        },
        "why": { try await $0.explain() },
        "prune": { await $0.prune() },
        "clear": { try await $0.clear($0.invocation.arguments.words.dropFirst().first) },
        "verify": { await $0.verify() },
        "export": { await $0.export() },
    ]
}

/// How far what is stored may be used, as the command line has it.
enum CacheArguments {
    static let options = [
        Option("refresh", help: "Ask again, whatever is stored"),
        Option("prefer-cache", help: "Use what is stored, however old, and ask only for the rest"),
        Option("offline", help: "Use what is stored and ask no service"),
        Option(
            "max-stale", value: "TIME",
            help: "Accept answers that expired at most this long ago, such as 90 or 500ms"),
    ]

    static func use(_ arguments: Arguments) throws(CommandError) -> CacheUse {
        let given = options.map(\.name).filter(arguments.has)
        guard given.count <= 1 else {
            throw CommandError.usage("Give \(given.map { "--\($0)" }.joined(separator: " or ")), not both.")
        }
        if arguments.has("refresh") { return .refresh }
        if arguments.has("prefer-cache") { return .preferred }
        if arguments.has("offline") { return .offline }
        return .usual(maxStale: try arguments.duration("max-stale") ?? .zero)
    }
}

extension ReadingObstacle {
    /// What to do, behind the clause.
    fileprivate var advice: String {
        switch self {
        case .inUse: "."
        case .noRoom: "; make some, or remove the folder."
        case .unreadable: "; see to its permissions, or remove the folder."
        }
    }
}
