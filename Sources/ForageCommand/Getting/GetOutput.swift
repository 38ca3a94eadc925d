internal import ForageCore
internal import ForageDownloads
internal import JSON
internal import Platform

/// Writes what became of each file in the order in which they were asked for, and how transfers stand.
struct GetOutput {
    /// How many were begun.
    private(set) var begunCount = 0
    private(set) var writtenCount = 0
    private(set) var tally = GetTally()
    /// Why not all that is to be read could be written.
    private(set) var unwritable: Pipes.Unread?
    private var ahead: [Int: GetResult] = [:]
    private var lines: TransferLines
    private let invocation: Invocation
    private let arguments: GetArguments
    private let board: TransferBoard
    private let total: Int?

    init(_ invocation: Invocation, _ arguments: GetArguments, _ board: TransferBoard, of total: Int?) {
        self.invocation = invocation
        self.arguments = arguments
        self.board = board
        self.total = total
        lines = TransferLines(invocation, isQuiet: arguments.isQuiet)
    }

    /// How many have ended, written or not.
    var endedCount: Int { writtenCount + ahead.count }

    /// Whether somebody looks at how transfers stand.
    var isWatched: Bool { lines.areShown }

    /// Gives the next one its number.
    mutating func begin() -> Int {
        defer { begunCount += 1 }
        return begunCount
    }

    mutating func take(_ result: GetResult, at number: Int) {
        ahead[number] = result
        tally.add(result.ending)
        while let next = ahead.removeValue(forKey: writtenCount) {
            writtenCount += 1
            write(next)
        }
    }

    mutating func take(_ trouble: FileArchiveError) { tally.add(trouble) }

    mutating func draw() { lines.draw(board.snapshot, done: endedCount, of: total) }

    /// Writes also what waited for something that did not end.
    mutating func finish(after time: Duration) {
        lines.clear()
        for number in ahead.keys.sorted() { ahead.removeValue(forKey: number).map { write($0) } }
        let snapshot = board.snapshot
        tally.byteCount = snapshot.byteCount
        tally.unfinished = max(0, (total ?? begunCount) - tally.count)
        if arguments.format == .jsonl { write(tally.json) }
        if let words = tally.obstacle?.words {
            invocation.pipes.say("forage: \(words)")
        } else if tally.isInterrupted || Task.isCancelled {
            invocation.pipes.say(
                "forage: Interrupted. Run the same again to go on: what is whole stays as it is.")
        } else if snapshot.keptCount > 0 {
            invocation.pipes.say(
                "forage: What came of \(snapshot.keptCount.of("file")) is kept. Run the same again to go on.")
        }
        if !arguments.isQuiet { invocation.pipes.say(tally.summary(after: time)) }
    }

    private mutating func write(_ result: GetResult) {
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

    /// A reader that left, such as `head`, changes nothing: it is the files that were asked for.
    private mutating func write(_ line: String) {
        if let unread = invocation.pipes.offer((line + "\n").utf8), unread != .readerLeft {
            unwritable = unread
        }
    }
}

/// What became of one thing that was to be got.
struct GetResult: Sendable {
    /// Its ID, or what was in its place.
    let name: String
    let ending: FileGetter.Ending

    /// The word for it.
    var word: String {
        switch ending {
        case .saved(let file): file.resumedAt == 0 ? "saved" : "resumed"
        case .there: "there"
        case .askedBefore: "repeated"
        case .hadBefore: "archived"
        case .planned: "planned"
        case .failed: "failed"
        }
    }

    /// Where it is, or why it is not.
    private var place: String {
        switch ending {
        case .saved(let file): file.path
        case .there(let path), .planned(let path): path
        case .askedBefore: "it was asked for before"
        case .hadBefore: "it was had before"
        case .failed(let failure): Advice.sentence(on: failure)
        }
    }

    /// A line for a shell to read, or for a person.
    func line(isShown: Bool) -> String {
        var columns = [word, name.printable(upTo: 300), place.printable()]
        if case .saved(let file) = ending {
            columns.append(isShown ? "\(ByteCount(file.byteCount))" : "\(file.byteCount)")
            columns += file.notes
        }
        guard isShown else { return columns.joined(separator: "\t") }
        columns[0] = columns[0].padded(toWidth: 8)
        return ([columns[0]] + columns[2...] + (word == "failed" ? [columns[1]] : [])).joined(separator: "  ")
    }

    var json: String {
        JSONWriter.text { writer in
            writer.object { writer in
                writer.member("id", name)
                writer.member("result", word)
                switch ending {
                case .saved(let file):
                    writer.member("file", file.path)
                    writer.member("bytes", file.byteCount)
                    if file.resumedAt > 0 { writer.member("resumedAt", file.resumedAt) }
                    if !file.notes.isEmpty { writer.member("note", file.notes.joined(separator: "; ")) }
                case .there(let path), .planned(let path): writer.member("file", path)
                case .askedBefore, .hadBefore: break
                case .failed(let failure): writer.member("reason", Advice.sentence(on: failure))
                }
            }
        }
    }
}

/// How many of those that were to be got ended how.
struct GetTally: Sendable {
    private(set) var saved = 0
    private(set) var resumed = 0
    private(set) var there = 0
    /// Of those that were asked for before.
    private(set) var repeated = 0
    /// Of those that are not there.
    private(set) var archived = 0
    private(set) var planned = 0
    private(set) var failed = 0
    /// How much came, also of what is not whole.
    var byteCount = 0
    /// How many of those that were asked for have not ended.
    var unfinished = 0
    private(set) var isInterrupted = false
    /// Why nothing more can be got.
    private(set) var obstacle: Obstacle?

    enum Obstacle: Hashable, Sendable {
        case noRoom(String)
        case archive(FileArchiveError)
    }

    var count: Int { saved + there + repeated + archived + planned + failed }

    mutating func add(_ ending: FileGetter.Ending) {
        switch ending {
        case .saved(let file):
            saved += 1
            if file.resumedAt > 0 { resumed += 1 }
        case .there: there += 1
        case .askedBefore: repeated += 1
        case .hadBefore: archived += 1
        case .planned: planned += 1
        case .failed(.cancelled): isInterrupted = true
        case .failed(let failure):
            failed += 1
            if case .noRoom(let reason) = failure { obstacle = obstacle ?? .noRoom(reason) }
        }
    }

    /// Without the archive that was asked for nothing more is got.
    mutating func add(_ trouble: FileArchiveError) {
        if case .noRoom = obstacle { return }
        obstacle = .archive(trouble)
    }

    /// Nothing to get is a failure, because something was asked for.
    var code: ExitCode {
        switch obstacle {
        case .noRoom: return .failure
        case .archive: return count > failed ? .partial : .failure
        case nil: break
        }
        if isInterrupted { return .interrupted }
        if failed == 0 { return count > 0 ? .success : .failure }
        return failed < count ? .partial : .failure
    }

    /// One sentence for people.
    func summary(after time: Duration) -> String {
        var parts: [String] = []
        if planned > 0 { parts.append("\(planned) would be got") }
        if saved > 0 || parts.isEmpty {
            parts.append(
                "\(saved) saved" + (resumed > 0 ? " (\(resumed) resumed)" : "") + ", \(ByteCount(byteCount))")
        }
        if there > 0 { parts.append("\(there) there already") }
        if repeated > 0 { parts.append("\(repeated) asked for twice") }
        if archived > 0 { parts.append("\(archived) had before") }
        if failed > 0 { parts.append("\(failed) failed") }
        if unfinished > 0 { parts.append("\(unfinished) not got") }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        return parts.joined(separator: ", ") + ", in \((seconds * 10).rounded() / 10) s."
    }

    var json: String {
        JSONWriter.text { writer in
            writer.object { writer in
                writer.member("version", 1)
                for (name, number) in [
                    ("saved", saved), ("resumed", resumed), ("there", there), ("repeated", repeated),
                    ("archived", archived), ("planned", planned), ("failed", failed),
                    ("unfinished", unfinished), ("bytes", byteCount),
                ] { writer.member(name, number) }
            }
        }
    }
}

extension GetTally.Obstacle {
    /// What it is, and what to do about it.
    fileprivate var words: String {
        switch self {
        case .noRoom(let reason): return "\(reason). Make room, then run the same again to go on."
        case .archive(let trouble):
            let count = trouble.unnotedCount
            let lack = count > 0 ? " It does not know \(count.of("file")) of this run." : ""
            return "Nothing more was got, since \(trouble.reason).\(lack)"
                + " Run the same again once it can be used."
        }
    }
}
