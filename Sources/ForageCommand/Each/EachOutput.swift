internal import ForageCore

/// Writes the answers to a list in its order, each as soon as all before it are there.
struct EachOutput {
    private(set) var writtenCount = 0
    private var ahead: [Int: EachAnswer] = [:]
    private var tally = EachTally()
    private var progress: Progress
    private var results: ResultStream
    private let total: Int?

    init(_ invocation: Invocation, total: Int?) {
        progress = Progress(invocation.terminal, invocation.pipes)
        results = ResultStream(invocation.pipes)
        self.total = total
        say()
    }

    var unread: Pipes.Unread? { results.unread }

    /// How many answers are there, written or not.
    var answeredCount: Int { writtenCount + ahead.count }

    mutating func take(_ answer: EachAnswer, at number: Int) {
        ahead[number] = answer
        while let next = ahead.removeValue(forKey: writtenCount) {
            write(next)
            writtenCount += 1
        }
        say()
    }

    mutating func finish(isInterrupted: Bool) -> EachTally {
        progress.clear()
        if isInterrupted { tally.add(.cancelled) }
        return tally
    }

    private mutating func write(_ answer: EachAnswer) {
        tally.add(answer)
        guard let line = answer.line else { return }
        progress.clear()
        results.write(line)
    }

    private mutating func say() {
        progress.say(total.map { "\(answeredCount) of \($0)" } ?? "\(answeredCount) answered")
    }
}
