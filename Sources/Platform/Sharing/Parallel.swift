/// Applies a function to many values on all processor cores, and returns the results in order.
package enum Parallel {
    /// Maps the values part by part, and passes on each part in order.
    ///
    /// While one part is consumed, the next ones are computed, but only as many as there are cores, so that results do
    /// not accumulate. After cancellation no further part is started.
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
