internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageStorage
internal import ForageTransport
internal import Platform

extension Command {
    static let cache = Command(
        "cache", "Show, explain and clean up cached answers and items",
        operands: "stats | why QUERY…|URL | prune | clear [PROVIDER] | verify | export",
        takes: .action([
            .init("stats"), .init("why"), .init("prune"), .init("clear", takes: .provider),
            .init("verify"), .init("export"),
        ]),
        options: [Output.formatOption(CacheView.Form.self)],
        discussion: """
            stats    show the cached answers and items by provider and kind, and how much space they take
            why      explain, rule by rule, what a search or request would use from the cache now; sends no
                     request
            prune    remove what is no longer useful, and free its space
            clear    remove everything, or everything from one provider or server that stats lists; requests
                     already sent still count towards its limits (forage providers)
            verify   check everything against its checksums, and remove what differs; the exit code is 3 if
                     anything differs or cannot be read, or if a whole file had to be moved away
            export   write everything as JSON lines
            """,
        examples: [
            "forage cache stats", "forage cache why barn owl", "forage cache clear flickr",
            "forage cache export > cache.jsonl",
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
            throw CommandError.usage("--format works only with forage cache stats.")
        }
        if let file = invocation.fileInPlaceOfCache {
            throw CommandError.failure(
                "\(file) is not a folder, so the cache cannot be used; move the file to another place.")
        }
        let configuration = try invocation.configuration()
        guard let folder = invocation.cacheFolder, let cache = invocation.cache(configuration) else {
            throw CommandError.failure("There is no folder for a cache: set HOME or XDG_CACHE_HOME.")
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

/// The options for the use of stored answers.
enum CacheArguments {
    static let options = [
        Option("refresh", help: "Send every request again, and do not use cached answers"),
        Option("prefer-cache", help: "Use cached answers, however old, and request only the rest"),
        Option("offline", help: "Use only cached answers, and send no request"),
        Option(
            "max-stale", value: "TIME",
            help: "Use answers that expired at most this long ago, such as 90s, 12h or 7d"),
    ]

    static func use(_ arguments: Arguments) throws(CommandError) -> CacheUse {
        let given = options.map(\.name).filter(arguments.has)
        guard given.count <= 1 else {
            throw CommandError.usage("Give \(given.map { "--\($0)" }.joined(separator: " or ")), not both.")
        }
        if arguments.has("refresh") { return .refresh }
        if arguments.has("prefer-cache") { return .preferred }
        if arguments.has("offline") { return .offline }
        return .usual(maxStale: try arguments.age("max-stale") ?? .zero)
    }
}

extension ReadFailure {
    /// The advice after the clause.
    fileprivate var advice: String {
        switch self {
        case .inUse: "."
        case .noRoom: "; free some space, or remove the folder."
        case .newer: "; update this one, or remove the folder."
        case .unreadable: "; check its permissions, or remove the folder."
        }
    }
}

/// The maintenance of the cache by a person.
struct CacheUpkeep: Sendable {
    let cache: Cache
    let folder: String
    let configuration: Configuration
    let invocation: Invocation

    private var pipes: Pipes { invocation.pipes }

    func showStatistics(as form: CacheView.Form) async -> ExitCode {
        let answers = await cache.responses?.statistics()
        let items = await cache.ownItems?.shares() ?? []
        let view = CacheView(
            folder: folder, byteCount: (answers?.byteCount ?? 0) + (cache.ownItems?.byteCount ?? 0),
            limit: configuration.cache.diskByteCount, oldest: answers?.oldest,
            rows: (answers?.shares ?? []).map(CacheView.Row.init) + items.map(CacheView.Row.init))
        guard form == .table else {
            pipes.write(view.json.utf8)
            return .success
        }
        view.lines(on: invocation.terminal.output).forEach(pipes.write(line:))
        pipes.say(view.summary)
        return .success
    }

    func prune() async -> ExitCode {
        await sayDropped(cache.responses?.prune() ?? 0, cache.ownItems?.prune() ?? 0)
    }

    /// Removes everything, or everything of one provider or server.
    func clear(_ name: String?) async throws(CommandError) -> ExitCode {
        let known = configuration.providers.map(\.id) + [ProviderInfo.pictures.id, ProviderInfo.files.id]
        let typed = name.flatMap { ProviderID(typed: $0) }
        var provider = known.first { $0 == typed }
        if let name, provider == nil {
            // Other servers have names, too, and the cache may contain providers that no longer exist.
            let answers = await cache.responses?.statistics().shares.map(\.provider) ?? []
            let items = await cache.ownItems?.shares().map(\.provider) ?? []
            provider = try ProviderID.typed(name, known: Set(known + answers + items).sorted())
        }
        return await sayDropped(
            cache.responses?.clear(provider) ?? 0, cache.ownItems?.clear(provider) ?? 0)
    }

    private func sayDropped(_ answerCount: Int, _ itemCount: Int) -> ExitCode {
        say(
            "Removed \(answerCount.of("answer")) and \(itemCount.of("item")).", of: answerCount + itemCount)
    }

    /// Reports the work that was done. If something failed, a warning has already been shown.
    private func say(_ done: String, of count: Int) -> ExitCode {
        if !cache.isUnwritable || count > 0 { pipes.write(line: done) }
        return cache.isUnwritable ? .failure : .success
    }

    func verify() async -> ExitCode {
        let answers = await cache.responses?.verify() ?? StoreVerification()
        let items = await cache.ownItems?.verify() ?? IndexVerification()
        let bodies = answers.checkedCount.of("answer body", "answer bodies")
        let code = say(
            "Checked \(bodies) and \(items.count.of("item")).", of: answers.checkedCount + items.count)
        let finding = code == .success ? "damaged and removed" : "damaged"
        for key in answers.damagedKeys { pipes.write(line: "\(finding): \(key)") }
        if items.damagedCount > 0 { pipes.write(line: "\(finding): \(items.damagedCount.of("item"))") }
        if answers.unreadableCount > 0 {
            let files = answers.unreadableCount.of("file")
            pipes.write(line: "unreadable and not removed: \(files) in \("\(folder)/objects".onOneLine)")
        }
        if !items.isIndexSound { pipes.write(line: "The index of items was damaged and will be rebuilt.") }
        let isSound =
            answers.damagedCount + answers.unreadableCount + items.damagedCount == 0
            && items.isIndexSound && !cache.hasSetAside
        return code == .success && !isSound ? .partial : code
    }

    /// Writes one entry after the other, so that the whole is never in memory.
    func export() async -> ExitCode {
        await cache.ownItems?.each { pipes.write(CacheLines.line($0).utf8) }
        var place = 0
        while let batch = await cache.responses?.responses(after: place) {
            for response in batch.responses {
                guard let body = await cache.responses?.body(of: response) else { continue }
                pipes.write(CacheLines.line(response, body: body).utf8)
            }
            place = batch.place
        }
        return .success
    }
}

extension CacheUpkeep {
    /// Explains how a search for the words, or a request for the address, would use the cache.
    func explain() async throws -> ExitCode {
        let words = invocation.arguments.words.dropFirst()
        guard !words.isEmpty else {
            throw CommandError.usage("Name a query or a URL: forage cache why QUERY…|URL.")
        }
        guard cache.responses != nil else {
            throw CommandError.failure("Nothing is cached: cache.disk is 0.")
        }
        // The sandbox needs no keys; it is not asked here either.
        let forage =
            invocation.arguments.has("sandbox")
            ? Forage(configuration, sendingEverythingTo: Invocation.unreachableServer, cache: cache)
            : Forage(configuration, cache: cache)
        if words.count == 1, let url = words.first.flatMap({ WebURL($0) }) {
            try show([await forage.explanation(of: .get(url))].compactMap(\.self))
        } else {
            let (asked, others) = await forage.explanations(
                of: try Query(parsing: words.joined(separator: " ")))
            try show(asked, others)
        }
        return .success
    }

    private func show(_ explanations: [CacheExplanation], _ others: [Outcome] = []) throws(CommandError) {
        guard !explanations.isEmpty || !others.isEmpty else {
            throw CommandError.failure("No provider would be searched.")
        }
        explanations.forEach(show)
        for other in others {
            switch other.result {
            case .skipped(let reason), .failed(let reason):
                invocation.pipes.write(line: "\(other.provider)  not searched: \(reason)")
            default: break
            }
        }
    }

    private func show(_ explanation: CacheExplanation) {
        invocation.pipes.write(line: "\(explanation.provider.id)  \(explanation.address)")
        for stored in explanation.stored {
            let fields = stored.variant.map { ", \($0.name): \($0.value ?? "none")" }.joined()
            invocation.pipes.write(
                line: "  stored    \(stored.received.iso8601), \(stored.status), \(stored.amount)\(fields)")
        }
        for rule in explanation.decision.rules { invocation.pipes.write(line: "  rule      \(rule)") }
        invocation.pipes.write(line: "  decision  \(explanation.decision.action)")
    }
}

extension CacheView.Row {
    fileprivate init(_ share: StoreStatistics.Share) {
        self.init(
            answersOf: share.provider, mediaType: share.mediaType, count: share.count,
            byteCount: share.byteCount)
    }

    fileprivate init(_ share: StorageShare) {
        self.init(itemsOf: share.provider, kind: share.kind, count: share.count, byteCount: share.byteCount)
    }
}

extension StoredResponse {
    /// The stored size, out of the total size if only a part is stored.
    fileprivate var amount: String {
        guard part != .whole else { return byteCount.of("byte") }
        let total = total.map { " of \($0)" } ?? ""
        return "bytes \(heldBytes.lowerBound) to \(heldBytes.upperBound - 1)\(total)"
    }
}
