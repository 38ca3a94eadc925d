internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageFormats
internal import JSON
internal import Platform

extension Command {
    static let audit = Command(
        "audit", "Ask the sources whether the licences in credits.lock have changed",
        operands: "[PATH…]", takes: .file,
        options: [
            Output.formatOption(GetArguments.Format.self), Invocation.lockOption,
            Option(
                "warc", value: "FILE", takes: .file,
                help: "Also write the answers, the lock and the results to FILE (WARC 1.1)"),
            SearchArguments.definitionOption, SearchArguments.timeoutOption,
        ] + CacheArguments.options,
        discussion: """
            Looks up each item once, as `forage show` does, with at most two requests at a time: answers that
            are still fresh are reused, and others are confirmed if the service supports that. For each file,
            prints same, version, looser, stricter, other, withdrawn, gone, disagreement or failed, and the
            licences in the lock and now. The lock is not changed; its evidence shows what the source stated
            when the file came. The exit code is 0 if every picture can be used as before, 1 if some cannot,
            and 3 if some items could not be looked up.
            """,
        examples: [
            "forage audit", "forage audit --refresh --format jsonl", "forage audit --warc evidence.warc",
        ]
    ) { invocation in
        let file = try invocation.lockFile()
        let entries = try entries(of: try file.read(), invocation, file).filter { $0.id != nil }
        guard !entries.isEmpty else {
            throw CommandError.failure("The lock has no file from a source that can be asked.")
        }
        let format = try invocation.arguments.choice("format", as: GetArguments.Format.self) ?? .table
        let timeout = try invocation.arguments.duration("timeout")
        let configuration = try invocation.configuration(measuring: false)
        let archive = try invocation.arguments.value("warc").map {
            try AuditArchive($0, of: file, recording: Recorder(of: configuration))
        }
        return try await invocation.withForage(configuration, recorder: archive?.recorder) { forage in
            let output = await invocation.interruption.cancelling {
                var output = AuditOutput(invocation.pipes, format)
                await Audit(forage: forage, timeout: timeout).all(entries) { output.write($0, $1) }
                return output
            }
            try archive?.write(output.results, invocation)
            return invocation.interruption.code ?? output.finish()
        }
    }
}

/// Looks up the items of a lock.
struct Audit: Sendable {
    let forage: Forage
    let timeout: Duration?

    /// The number of items that are looked up at once; services are not to be hurried.
    private static let width = 2

    /// The result for an item.
    enum Finding: Sendable {
        case found(Item)
        case gone
        case failed(String)
    }

    /// Looks up each item once, and passes on the result for each entry in order.
    func all(_ entries: [LockEntry], take: (LockEntry, Finding) -> Void) async {
        let ids = entries.compactMap(\.id).distinct
        var findings: [ItemID: Finding] = [:]
        await withTaskGroup(of: (ItemID, Finding).self) { group in
            var rest = ids.makeIterator()
            func begin() {
                guard let id = rest.next() else { return }
                _ = group.addTaskUnlessCancelled { (id, await finding(id)) }
            }
            for _ in 0..<Self.width { begin() }
            for await (id, finding) in group {
                findings[id] = finding
                begin()
            }
        }
        for entry in entries {
            guard let id = entry.id, let finding = findings[id] else { continue }
            take(entry, finding)
        }
    }

    private func finding(_ id: ItemID) async -> Finding {
        let (item, outcome) = await forage.item(id, within: timeout)
        // A stored item shows what the source stated earlier.
        if case .stale(_, let reason) = outcome.origin { return .failed(reason) }
        if let item { return .found(item) }
        return switch outcome.result {
        case .answered, .empty: .gone
        case .cancelled: .failed("interrupted")
        case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
            .failed(let reason), .drift(let reason):
            .failed(reason)
        }
    }
}

/// Writes the result of an audit for each file.
struct AuditOutput: Sendable {
    private let pipes: Pipes
    private let format: GetArguments.Format
    private var counts: [String: Int] = [:]
    private var hasHarm = false
    private var hasFailure = false
    /// The results as JSON, with the entries.
    private(set) var results: [(entry: LockEntry, json: String)] = []

    init(_ pipes: Pipes, _ format: GetArguments.Format) {
        self.pipes = pipes
        self.format = format
    }

    mutating func write(_ entry: LockEntry, _ finding: Audit.Finding) {
        let old = entry.credits.first { $0.id == entry.id }?.line.licence ?? entry.licences.first
        var (word, now, reason): (String, Licence?, String?) = ("failed", nil, nil)
        switch finding {
        case .gone: (word, hasHarm) = (LicenceChange.gone.rawValue, true)
        case .failed(let words): (reason, hasFailure) = (words, true)
        case .found(let item):
            now = item.licence.fact
            let change = LicenceChange(from: old, to: now)
            let shown = change == .same && entry.sourcesDisagree ? .disagreement : change
            word = shown.rawValue
            hasHarm = hasHarm || !shown.isHarmless
        }
        counts[word, default: 0] += 1
        let json = JSONWriter.objectText { writer in
            writer.member("path", entry.path)
            writer.member("id", entry.id?.description)
            writer.member("result", word)
            writer.member("was", old?.id)
            writer.member("is", now?.id)
            writer.member("since", entry.date)
            writer.member("reason", reason)
        }
        results.append((entry, json))
        if format == .jsonl {
            pipes.write(line: json)
        } else {
            let columns = [
                word, entry.path.printable(), old?.name.printable() ?? "unknown",
                reason ?? now?.name.printable() ?? "",
            ]
            pipes.write(line: columns.joined(separator: "\t"))
        }
    }

    func finish() -> ExitCode {
        let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        pipes.say(parts.joined(separator: ", ") + ".")
        return hasHarm ? .failure : hasFailure ? .partial : .success
    }
}
