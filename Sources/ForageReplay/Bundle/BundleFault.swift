internal import JSON

/// Why a file is no bundle that can be replayed.
package struct BundleFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Says what is wrong with a file.
    package init(in path: String, _ reason: String) {
        description = "\(path) cannot be replayed: \(reason)."
    }

    init(in path: String, _ fault: JSONFault) {
        self.init(in: path, at: fault.position, "\(fault.reason)")
    }

    init(in path: String, at position: JSONPosition, _ reason: String) {
        self.init(in: path, "line \(position.line), column \(position.column): \(reason)")
    }
}

/// What is wrong with a value of a bundle.
struct BundleProblem: Error {
    let offset: Int
    let reason: String

    init(_ value: JSONValue, _ reason: String) {
        offset = value.byteRange.lowerBound
        self.reason = reason
    }
}
