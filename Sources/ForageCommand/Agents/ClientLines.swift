/// The lines that a client writes to standard input, as they come.
struct ClientLines: AsyncSequence, Sendable {
    let reader: LineReader

    func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var reader: LineReader

        mutating func next() async -> Line? { await next(isolation: #isolation) }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Line? {
            guard let line = await reader.next() else { return nil }
            let bytes = Array(line.text.utf8)
            return Line(bytes, isWhole: line.byteCount <= Line.greatestByteCount)
        }
    }
}
