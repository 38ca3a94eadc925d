internal import ForageCore
internal import ForageDownloads

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

    mutating func take(_ trouble: FileArchiveTrouble) { tally.add(trouble) }

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
