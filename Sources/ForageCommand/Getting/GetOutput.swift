internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import JSON
internal import Platform

/// Writes the outcome for each file in the order of the requests, and shows the state of transfers.
struct GetOutput: ListWork {
    /// The number of files that were started.
    private(set) var begunCount = 0
    private(set) var tally = GetTally()
    /// The reason why some results could not be written.
    private(set) var unwritable: Pipes.Unread?
    private var endedCount = 0
    private var lines: TransferLines
    private let invocation: Invocation
    private let arguments: GetArguments
    private let run: GetRun
    private let board: TransferProgress
    private let total: Int?
    private let take: (GetResult) -> Void

    let greatestLead = 256

    init(
        _ invocation: Invocation, _ arguments: GetArguments, _ run: GetRun, _ board: TransferProgress,
        of total: Int?, take: @escaping (GetResult) -> Void = { _ in }
    ) {
        self.invocation = invocation
        self.arguments = arguments
        self.run = run
        self.board = board
        self.total = total
        self.take = take
        lines = TransferLines(invocation, isQuiet: arguments.isQuiet)
    }

    var width: Int { arguments.jobs }
    var pause: Duration? { lines.areShown ? TransferLines.pause : nil }
    var isStopped: Bool { tally.obstacle != nil }

    mutating func begin(_ wanted: WantedItems.Wanted) -> @Sendable () async -> GetResult {
        defer { begunCount += 1 }
        return run.begin(wanted, number: begunCount)
    }

    mutating func note(_ result: GetResult) {
        endedCount += 1
        tally.add(result)
        take(result)
        if let trouble = run.getter.archiveTrouble { tally.add(trouble) }
    }

    mutating func draw() { lines.draw(board.snapshot, done: endedCount, of: total) }

    /// Writes the summary.
    mutating func finish(after time: Duration) {
        lines.clear()
        let snapshot = board.snapshot
        tally.byteCount = snapshot.byteCount
        tally.unfinished = max(0, (total ?? begunCount) - tally.count)
        if arguments.format == .jsonl { write(tally.json) }
        if let words = tally.obstacle?.words {
            invocation.pipes.say("forage: \(words)")
        } else if tally.isInterrupted || Task.isCancelled {
            invocation.pipes.say(
                "forage: Interrupted. Run the same command again to continue; complete files are not downloaded again."
            )
        } else if snapshot.keptCount > 0 {
            invocation.pipes.say(
                "forage: Kept the beginning of \(snapshot.keptCount.of("file")). Run the same command again to continue."
            )
        }
        if !arguments.isQuiet { invocation.pipes.say(tally.summary(after: time)) }
    }

    mutating func write(_ result: GetResult) {
        if case .failed(.cancelled) = result.ending { return }
        let isFailure = if case .failed = result.ending { true } else { false }
        lines.clear()
        if arguments.format == .jsonl {
            write(result.json)
        } else if !arguments.isQuiet {
            write(result.line(isShown: invocation.terminal.output != nil))
        }
        if arguments.isQuiet, isFailure { invocation.pipes.say("forage: \(result.line(isShown: true))") }
    }

    /// Writes a line of results. If the reader has closed the pipe, as `head` does, the transfers continue.
    private mutating func write(_ line: String) {
        if let unread = invocation.pipes.offer((line + "\n").utf8), unread != .closedByReader {
            unwritable = unread
        }
    }
}

/// The outcome for one requested file.
struct GetResult: Sendable {
    /// The ID, or the text in its place.
    let name: String
    let ending: FileGetter.Ending
    /// The item; nil if it could not be looked up.
    let item: Item?

    /// The word for the outcome.
    var word: String { account.word }

    private var account: (word: String, path: String?, reason: String) {
        switch ending {
        case .saved(let file): (file.resumedAt == 0 ? "saved" : "resumed", file.path, "")
        case .there(let path): ("there", path, "")
        case .planned(let path): ("planned", path, "")
        case .alreadyRequested: ("repeated", nil, "it was requested before in this run")
        case .alreadySaved: ("archived", nil, "it is in the archive")
        case .failed(let failure): ("failed", nil, Advice.sentence(on: failure))
        }
    }

    /// The line for a shell or, if it is shown on a screen, for a person.
    func line(isShown: Bool) -> String {
        let account = account
        var details = [(account.path ?? account.reason).printable()]
        if case .saved(let file) = ending {
            details.append(isShown ? "\(ByteCount(file.byteCount))" : "\(file.byteCount)")
            details += file.notes
        }
        let name = name.printable(upTo: 300)
        guard isShown else { return ([account.word, name] + details).joined(separator: "\t") }
        if account.word == "failed" { details.append(name) }
        return ([account.word.padded(toWidth: 8)] + details).joined(separator: "  ")
    }

    var json: String {
        let account = account
        return JSONWriter.objectText { writer in
            writer.member("id", name)
            writer.member("result", account.word)
            writer.member("file", account.path)
            if case .saved(let file) = ending {
                writer.member("bytes", file.byteCount)
                if file.resumedAt > 0 { writer.member("resumedAt", file.resumedAt) }
                if !file.notes.isEmpty { writer.member("note", file.notes.joined(separator: "; ")) }
            }
            if case .failed = ending { writer.member("reason", account.reason) }
        }
    }
}

/// The numbers of requested files, by outcome.
struct GetTally: Sendable {
    /// The number of finished files, without interrupted ones.
    private(set) var count = 0
    /// The number of bytes received, including those of incomplete files.
    var byteCount = 0
    /// The number of requested files that have not finished.
    var unfinished = 0
    private(set) var isInterrupted = false
    /// The reason why no more files can be downloaded.
    private(set) var obstacle: Obstacle?
    /// The number of results for each outcome word.
    private var counts: [String: Int] = [:]

    enum Obstacle: Hashable, Sendable {
        case noRoom(String)
        case archive(FileArchiveError)
    }

    mutating func add(_ result: GetResult) {
        if case .failed(.cancelled) = result.ending {
            isInterrupted = true
            return
        }
        count += 1
        counts[result.word, default: 0] += 1
        if case .failed(.noRoom(let reason)) = result.ending { obstacle = obstacle ?? .noRoom(reason) }
    }

    /// Records a fault of the archive; without the archive that was requested, no more files are downloaded.
    mutating func add(_ trouble: FileArchiveError) {
        if case .noRoom = obstacle { return }
        obstacle = .archive(trouble)
    }

    private func count(of word: String) -> Int { counts[word] ?? 0 }

    private var savedCount: Int { count(of: "saved") + count(of: "resumed") }

    /// The exit code. If there was nothing to download, it is a failure.
    var code: ExitCode {
        let failed = count(of: "failed")
        switch obstacle {
        case .noRoom: return .failure
        case .archive: return count > failed ? .partial : .failure
        case nil: break
        }
        if isInterrupted { return .interrupted }
        if failed == 0 { return count > 0 ? .success : .failure }
        return failed < count ? .partial : .failure
    }

    /// The summary in one sentence.
    func summary(after time: Duration) -> String {
        var parts: [String] = []
        if count(of: "planned") > 0 { parts.append("\(count(of: "planned")) would be downloaded") }
        if savedCount > 0 || parts.isEmpty {
            let resumed = count(of: "resumed") > 0 ? " (\(count(of: "resumed")) resumed)" : ""
            parts.append("\(savedCount) saved\(resumed), \(ByteCount(byteCount))")
        }
        parts += [
            (count(of: "there"), "already there"), (count(of: "repeated"), "requested twice"),
            (count(of: "archived"), "in the archive"), (count(of: "failed"), "failed"),
            (unfinished, "not downloaded"),
        ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return parts.joined(separator: ", ") + ", in \((time / .seconds(1) * 10).rounded() / 10) s."
    }

    var json: String {
        JSONWriter.objectText { writer in
            writer.member("version", 1)
            writer.member("saved", savedCount)
            for word in ["resumed", "there", "repeated", "archived", "planned", "failed"] {
                writer.member(word, count(of: word))
            }
            writer.member("unfinished", unfinished)
            writer.member("bytes", byteCount)
        }
    }
}

extension GetTally.Obstacle {
    /// The obstacle and the advice on it.
    fileprivate var words: String {
        switch self {
        case .noRoom(let reason):
            return "\(reason). Free some space, then run the same command again to continue."
        case .archive(let trouble):
            let count = trouble.unnotedCount
            let lack = count > 0 ? " The archive lacks \(count.of("file")) of this run." : ""
            return "The download stopped because \(trouble.reason).\(lack)"
                + " Run the same command again when the archive can be used."
        }
    }
}

/// The lines on a person's screen that show the state of transfers.
struct TransferLines {
    private let pipes: Pipes
    private let style: TerminalStyle?
    private let start = ContinuousClock.now
    private var drawing: Drawing?

    /// Shows nothing if no person watches.
    init(_ invocation: Invocation, isQuiet: Bool) {
        pipes = invocation.pipes
        style = invocation.terminal.isWatched && !isQuiet ? invocation.terminal.messages : nil
    }

    var areShown: Bool { style != nil }

    /// The shortest time between two drawings.
    static let pause = Duration.milliseconds(100)
    private static let greatestCount = 12

    mutating func draw(_ snapshot: TransferProgress.Snapshot, done: Int, of total: Int?) {
        guard let style else { return }
        beginAnewWhereResized()
        guard let drawing else { return }
        let width = drawing.width - 1
        let count = min(Self.greatestCount, drawing.rowCount - 1)
        let lines = snapshot.transfers.prefix(count).map { line(of: $0, width, style) }
        let all = lines + [totals(snapshot, done, total).truncated(toWidth: width, ellipsis: style.ellipsis)]
        replace(by: all)
    }

    mutating func clear() {
        guard drawing?.isBlank == false else { return }
        beginAnewWhereResized()
        replace(by: [])
    }

    private mutating func replace(by lines: [String]) {
        if let text = drawing?.replaced(by: lines), !text.isEmpty { pipes.murmur(text) }
    }

    private mutating func beginAnewWhereResized() {
        guard let screen = Screen(at: pipes.messages), screen != drawing?.screen else { return }
        if let drawing { pipes.murmur(drawing.erased(from: screen)) }
        drawing = Drawing(on: screen)
    }

    private func line(of transfer: TransferProgress.Transfer, _ width: Int, _ style: TerminalStyle) -> String
    {
        var amount = "\(ByteCount(transfer.byteCount))"
        if let total = transfer.total, total > 0 {
            amount += " of \(ByteCount(total)), \(transfer.byteCount * 100 / total) %"
        }
        if transfer.isFinishing { amount = "\(ByteCount(transfer.byteCount)), finishing" }
        let room = max(8, width - amount.count - 2)
        let name = transfer.name.printable().truncated(toWidth: room, ellipsis: style.ellipsis)
        return (name.padded(toWidth: room) + "  " + amount).truncated(
            toWidth: width, ellipsis: style.ellipsis)
    }

    private func totals(_ snapshot: TransferProgress.Snapshot, _ done: Int, _ total: Int?) -> String {
        let seconds = max(0.1, (ContinuousClock.now - start) / .seconds(1))
        var parts = [total.map { "\(done) of \($0)" } ?? "\(done) done", "\(ByteCount(snapshot.byteCount))"]
        parts.append("\(ByteCount(Int(Double(snapshot.byteCount) / seconds)))/s")
        if let left = total.flatMap({ snapshot.bytesLeft(done: done, of: $0) }), snapshot.byteCount > 0 {
            parts.append("\(Int((seconds * left / Double(snapshot.byteCount)).rounded(.up))) s left")
        }
        return parts.joined(separator: ", ")
    }
}

extension TransferProgress.Snapshot {
    /// The remaining bytes: the rest of current transfers, and for each file that was not started the average of the
    /// others; nil if unknown.
    fileprivate func bytesLeft(done: Int, of total: Int) -> Double? {
        let rests = transfers.compactMap { transfer in transfer.total.map { max(0, $0 - transfer.byteCount) }
        }
        let begun = done + transfers.count
        guard rests.count == transfers.count, done < total, begun > 0 else { return nil }
        let rest = Double(rests.reduce(0, +))
        return rest + (Double(byteCount) + rest) / Double(begun) * Double(max(0, total - begun))
    }
}
