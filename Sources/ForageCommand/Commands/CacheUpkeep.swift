internal import Forage
internal import ForageCache
internal import ForageCore
internal import ForageFormats

/// What a person does with what is kept.
struct CacheUpkeep: Sendable {
    let cache: Cache
    let folder: String
    let configuration: Configuration
    let invocation: Invocation

    private var pipes: Pipes { invocation.pipes }

    func showStatistics(as form: CacheView.Form) async -> ExitCode {
        let answers = await cache.responses?.statistics()
        let items = await cache.items?.shares() ?? []
        let view = CacheView(
            folder: folder, byteCount: (answers?.byteCount ?? 0) + (cache.items?.byteCount ?? 0),
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
        await sayDropped(cache.responses?.prune() ?? 0, cache.items?.prune() ?? 0)
    }

    /// Drops everything, or everything of one provider or other server.
    func clear(_ name: String?) async throws(UsageFault) -> ExitCode {
        let known = configuration.providers.map(\.id) + [About.pictures.id, About.files.id]
        let typed = name.flatMap { ProviderID(typed: $0) }
        var provider = known.first { $0 == typed }
        if let name, provider == nil {
            // Other servers have names, too, and providers were there that are no more.
            let answers = await cache.responses?.statistics().shares.map(\.provider) ?? []
            let items = await cache.items?.shares().map(\.provider) ?? []
            provider = try ProviderID.typed(name, known: Set(known + answers + items).sorted())
        }
        return await sayDropped(
            cache.responses?.clear(provider) ?? 0, cache.items?.clear(provider) ?? 0)
    }

    private func sayDropped(_ answerCount: Int, _ itemCount: Int) -> ExitCode {
        say(
            "Dropped \(answerCount.of("answer")) and \(itemCount.of("item")).", of: answerCount + itemCount)
    }

    /// Says what was done, as far as anything could be; why no more was done was said by then.
    private func say(_ done: String, of count: Int) -> ExitCode {
        if !cache.isUnwritable || count > 0 { pipes.write(line: done) }
        return cache.isUnwritable ? .failure : .success
    }

    func verify() async -> ExitCode {
        let answers = await cache.responses?.verify() ?? StoreVerification()
        let items = await cache.items?.verify() ?? KeptVerification()
        let bodies = answers.checkedCount.of("body of answers", "bodies of answers")
        let code = say(
            "Checked \(bodies) and \(items.count.of("item")).", of: answers.checkedCount + items.count)
        let finding = code == .success ? "damaged and dropped" : "damaged"
        for key in answers.damagedKeys { pipes.write(line: "\(finding): \(key)") }
        if items.damagedCount > 0 { pipes.write(line: "\(finding): \(items.damagedCount.of("item"))") }
        if answers.unreadableCount > 0 {
            let files = answers.unreadableCount.of("file")
            pipes.write(line: "not readable and left: \(files) in \("\(folder)/objects".onOneLine)")
        }
        if !items.isIndexSound { pipes.write(line: "The index of items was damaged and is made anew.") }
        let isSound =
            answers.damagedCount + answers.unreadableCount + items.damagedCount == 0
            && items.isIndexSound && !cache.hasSetAside
        return code == .success && !isSound ? .partial : code
    }

    /// Writes one after the other, so that the whole is never in memory.
    func export() async -> ExitCode {
        await cache.items?.each { pipes.write(CacheLines.line($0).utf8) }
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

extension CacheView.Row {
    fileprivate init(_ share: StoreStatistics.Share) {
        self.init(
            answersOf: share.provider, mediaType: share.mediaType, count: share.count,
            byteCount: share.byteCount)
    }

    fileprivate init(_ share: KeptShare) {
        self.init(itemsOf: share.provider, kind: share.kind, count: share.count, byteCount: share.byteCount)
    }
}
