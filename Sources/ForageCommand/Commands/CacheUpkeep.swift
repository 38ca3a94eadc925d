internal import Essentials
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

    func showStatistics() async -> ExitCode {
        let answers = await cache.responses?.statistics()
        let items = await cache.items?.shares() ?? []
        let rows =
            (answers?.shares ?? []).map { share in
                row(
                    share.provider, share.mediaType.isEmpty ? "answers" : share.mediaType, share.count,
                    share.byteCount)
            } + items.map { row($0.provider, "items: \($0.kind)", $0.count, $0.byteCount) }
        if let style = invocation.terminal.output {
            Columns(rows.map { $0.map { Columns.Cell($0) } }, style: style).lines.forEach(pipes.write(line:))
        } else {
            rows.forEach { pipes.write(line: $0.joined(separator: "\t")) }
        }
        let byteCount = (answers?.byteCount ?? 0) + (cache.items?.byteCount ?? 0)
        let oldest = answers?.oldest.map { ", the oldest of \($0.iso8601)" } ?? ""
        pipes.say(
            "\(byteCount.asByteCount) of \(configuration.cache.diskByteCount.asByteCount) in \(folder)\(oldest)"
        )
        return .success
    }

    private func row(_ provider: ProviderID, _ kind: String, _ count: Int, _ byteCount: Int) -> [String] {
        [provider.name, kind, "\(count)", byteCount.asByteCount]
    }

    func prune() async -> ExitCode {
        await say("Dropped", cache.responses?.prune() ?? 0, cache.items?.prune() ?? 0)
    }

    func clear() async -> ExitCode {
        await say("Dropped", cache.responses?.clear() ?? 0, cache.items?.clear() ?? 0)
    }

    private func say(_ done: String, _ answerCount: Int, _ itemCount: Int) -> ExitCode {
        pipes.write(line: "\(done) \(answerCount) answers and \(itemCount) items.")
        return .success
    }

    func verify() async -> ExitCode {
        let answers = await cache.responses?.verify() ?? StoreVerification()
        let items = await cache.items?.verify() ?? KeptVerification()
        _ = say("Checked", answers.checkedCount, items.count)
        for key in answers.damagedKeys { pipes.write(line: "damaged and dropped: \(key)") }
        if items.damagedCount > 0 { pipes.write(line: "damaged and dropped: \(items.damagedCount) items") }
        if !items.isIndexSound { pipes.write(line: "The index of items was damaged and is made anew.") }
        let isSound = answers.damagedCount == 0 && items.damagedCount == 0 && items.isIndexSound
        return isSound ? .success : .partial
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

extension Int {
    /// As people say it: `640 bytes`, `12.3 kB`, `512.0 MB`.
    fileprivate var asByteCount: String {
        func tenths(of unit: Int) -> String { "\(self / unit).\(self % unit * 10 / unit)" }
        if self < 1_000 { return "\(self) bytes" }
        return self < 1_000_000 ? "\(tenths(of: 1_000)) kB" : "\(tenths(of: 1_000_000)) MB"
    }
}
