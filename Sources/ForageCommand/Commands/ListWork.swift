/// A list that is read one element after the other.
protocol ListReader<Element>: Sendable {
    associatedtype Element: Sendable

    /// The next element; nil at the end.
    mutating func next() async -> Element?
}

/// The work on the elements of a list and on its results.
protocol ListWork<Element, Result> {
    associatedtype Element: Sendable
    associatedtype Result: Sendable

    /// The number of elements that are worked on at once.
    var width: Int { get }
    /// The greatest distance of a result from the first missing one.
    var greatestLead: Int { get }
    /// The time between two calls of ``draw()``; nil if nothing is drawn.
    var pause: Duration? { get }
    /// True if no more elements are to be started and those under way are to be cancelled.
    var isStopped: Bool { get }

    /// Returns the work on an element. Called in the order of the list.
    mutating func begin(_ element: Element) -> @Sendable () async -> Result
    /// Writes a result. Called in the order of the list.
    mutating func write(_ result: Result)
    /// Notes a finished result, after all results whose turn has come were written.
    mutating func note(_ result: Result)
    /// Shows the progress.
    mutating func draw()
}

private enum Signal<Reader: ListReader, Result: Sendable>: Sendable {
    case element(Reader.Element?, Reader)
    case result(Int, Result)
    case tick

    static func read(_ reader: Reader) async -> Self {
        var reader = reader
        let element = Task.isCancelled ? nil : await reader.next()
        return .element(element, reader)
    }

    static func tick(after pause: Duration) async -> Self {
        try? await Task.sleep(for: pause)
        return .tick
    }
}

extension ListReader {
    /// Works on several elements at once and reads the next one meanwhile. Only a few elements and results are in
    /// memory, however long the list is.
    ///
    /// - Returns: The reader at the end of the list; nil if the work was stopped earlier.
    func work<Work: ListWork<Element, Result>, Result>(_ work: inout Work) async -> Self? {
        var waiting: Self? = self
        var ended: Self?
        var isReading = false
        var ahead: [Int: Result] = [:]
        var (begunCount, writtenCount) = (0, 0)
        await withTaskGroup(of: Signal<Self, Result>.self) { group in
            if let pause = work.pause { group.addTask { await .tick(after: pause) } }
            while isReading || waiting != nil || writtenCount + ahead.count < begunCount {
                if work.isStopped {
                    waiting = nil
                    group.cancelAll()
                    if !isReading, writtenCount + ahead.count == begunCount { break }
                } else if let reader = waiting, begunCount - writtenCount < work.greatestLead,
                    begunCount - writtenCount - ahead.count < work.width
                {
                    (waiting, isReading) = (nil, true)
                    group.addTask { await .read(reader) }
                }
                switch await group.next() {
                case .element(let element?, let reader):
                    let (number, step) = (begunCount, work.begin(element))
                    group.addTask { .result(number, await step()) }
                    begunCount += 1
                    (waiting, isReading) = (reader, false)
                case .element(nil, let reader): (ended, isReading) = (reader, false)
                case .result(let number, let result):
                    ahead[number] = result
                    while let next = ahead.removeValue(forKey: writtenCount) {
                        work.write(next)
                        writtenCount += 1
                    }
                    work.note(result)
                case .tick:
                    work.draw()
                    // After a cancellation, every pause would end immediately.
                    if let pause = work.pause, !group.isCancelled {
                        group.addTask { await .tick(after: pause) }
                    }
                case nil: return
                }
            }
            group.cancelAll()
        }
        return ended
    }
}
