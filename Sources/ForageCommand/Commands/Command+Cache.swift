internal import Forage
internal import ForageCache
internal import ForageCore
internal import ForageFormats

extension Command {
    static let cache = Command(
        "cache", "See what is kept of earlier searches, and tidy it up",
        operands: "stats | why QUERY…|URL | prune | clear | verify | export",
        takes: .action([
            .init("stats"), .init("why"), .init("prune"), .init("clear"), .init("verify"), .init("export"),
        ]),
        discussion: """
            stats    what is there, by provider and kind, and how much room it takes
            why      what a search or a request would come to now, rule by rule; nobody is asked
            prune    drop what is of no more use, and give the room back
            clear    drop everything; what the services were asked stays counted (forage providers)
            verify   hold everything against what was stored, and drop what differs
            export   write everything as JSON lines
            """,
        examples: [
            "forage cache stats", "forage cache why barn owl", "forage cache export > kept.jsonl",
        ]
    ) { invocation in
        let action = invocation.arguments.words.first ?? "stats"
        guard let run = actions[action] else {
            throw UsageFault.unknown("action of cache", action, among: actions.keys.sorted())
        }
        guard action == "why" || invocation.arguments.words.count <= 1 else {
            throw UsageFault("\"\(invocation.arguments.words[1])\" is too much: see forage cache --help.")
        }
        let configuration = try invocation.configuration()
        guard let folder = invocation.cacheFolder, let cache = invocation.cache(configuration) else {
            throw CannotRun("There is no place for a cache: set HOME or XDG_CACHE_HOME.")
        }
        let upkeep = CacheUpkeep(
            cache: cache, folder: folder, configuration: configuration, invocation: invocation)
        let code = try await run(upkeep)
        await cache.close()
        return code
    }

    private static let actions: [String: @Sendable (CacheUpkeep) async throws -> ExitCode] = [
        "stats": { await $0.showStatistics() },
        "why": { try await $0.explain() },
        "prune": { await $0.prune() },
        "clear": { await $0.clear() },
        "verify": { await $0.verify() },
        "export": { await $0.export() },
    ]
}
