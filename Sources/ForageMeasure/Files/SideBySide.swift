internal import Essentials

/// Does the same to many values on every core, and gives the results in order.
package enum SideBySide {
    /// Maps the values; each part of them is one task.
    package static func map<Value: Sendable, Result: Sendable>(
        _ values: some RandomAccessCollection<Value>, _ body: @escaping @Sendable (Value) -> Result
    ) async -> [Result] {
        let values = Array(values)
        let partCount = min(values.count, ProcessInfo.processInfo.activeProcessorCount * 4)
        return await withTaskGroup(of: (Int, [Result]).self) { group in
            for part in 0..<partCount {
                let range = values.count * part / partCount..<values.count * (part + 1) / partCount
                group.addTask { (part, values[range].map(body)) }
            }
            var parts = [[Result]](repeating: [], count: partCount)
            for await (part, results) in group { parts[part] = results }
            return Array(parts.joined())
        }
    }
}
