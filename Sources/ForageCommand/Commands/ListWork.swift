/// A list whose elements come one after the other.
protocol ListReader<Element>: Sendable {
    associatedtype Element: Sendable

    /// The next element; nil at the end.
    mutating func next() async -> Element?
}

/// The work on the elements of a list, and the place where its results go.
protocol ListWork<Element, Result> {
    associatedtype Element: Sendable
    associatedtype Result: Sendable

    /// How many elements are worked on at once.
    var width: Int { get }
    /// How far a result may be ahead of the first that is still missing.
    var greatestLead: Int { get }
    /// How long the pauses are between two calls of ``draw()``; nil where nothing is to be drawn.
    var pause: Duration? { get }
    /// Whether no further element is to be begun, and those that were are to be cancelled.
    var isStopped: Bool { get }

    /// Returns the work on an element. Called in the order of the list.
    mutating func begin(_ element: Element) -> @Sendable () async -> Result
    /// Writes a result. Called in the order of the list.
    mutating func write(_ result: Result)
    /// Notes that a result is there, after those were written whose turn it is.
    mutating func note(_ result: Result)
    /// Shows how far the work is.
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
    /// Works on several elements at once and reads the next one meanwhile. However long the list is, only a few
    /// elements and results are held.
    ///
    /// - Returns: The reader at the end of the list; nil if the work was stopped before.
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
                    // Once all is cancelled it would come again at once.
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
