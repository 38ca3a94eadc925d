/// Does the same to many values on every core, and gives the results in order.
package enum SideBySide {
    /// Maps the values part by part, and hands over each part as soon as all before it were.
    ///
    /// While one part is taken the next ones are worked on; no more of them than keep the cores busy, so that
    /// results do not pile up. Cancelling lets no further part begin.
    package static func map<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ body: @escaping @Sendable (Value) -> Result, take: ([Result]) -> Void
    ) async {
        await withTaskGroup(of: Part<Result>.self) { group in
            var parts = stride(from: 0, to: values.count, by: partCount).makeIterator()
            func beginNext() {
                guard let start = parts.next() else { return }
                let part = values[start..<min(start + partCount, values.count)]
                _ = group.addTaskUnlessCancelled { Part(start: start, results: part.map(body)) }
            }
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 2 { beginNext() }
            var waiting: [Int: [Result]] = [:]
            var place = 0
            for await part in group {
                waiting[part.start] = part.results
                while let results = waiting.removeValue(forKey: place) {
                    place += results.count
                    beginNext()
                    take(results)
                }
            }
        }
    }

    private struct Part<Result: Sendable>: Sendable {
        let start: Int
        let results: [Result]
    }

    private static let partCount = 128
}
