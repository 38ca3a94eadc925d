internal import JSON

/// What a tool is called with, checked against what it takes.
package struct ToolArguments: Sendable {
    private var texts: [String: String] = [:]
    private var integers: [String: Int] = [:]
    private var flags: [String: Bool] = [:]

    /// - Throws: ``ArgumentFault`` with the first thing that is wrong.
    init(_ value: JSONValue, for schema: InputSchema) throws(ArgumentFault) {
        let names = schema.values.map(\.name)
        for member in value.members where !names.contains(member.key) {
            throw ArgumentFault(
                "\"\(member.key)\" is not an argument of this tool; choose one of: \(names.listed).")
        }
        for expected in schema.values {
            let given = value[expected.name]
            if given.isMissing || given.isNull {
                guard !expected.isRequired else { throw ArgumentFault("\"\(expected.name)\" is missing.") }
                continue
            }
            try take(given, as: expected)
        }
    }

    private mutating func take(_ value: JSONValue, as expected: InputSchema.Value) throws(ArgumentFault) {
        let name = expected.name
        switch expected.form {
        case .text:
            guard let text = value.string else { throw ArgumentFault("\"\(name)\" is a text.") }
            texts[name] = text
        case .integer(let range):
            // What JSON Schema calls an integer may be written 2.0.
            guard value.kind == .number, let number = value.flexibleInt, range.contains(number) else {
                throw ArgumentFault(
                    "\"\(name)\" is a whole number from \(range.lowerBound) to \(range.upperBound).")
            }
            integers[name] = number
        case .flag:
            guard let flag = value.bool else { throw ArgumentFault("\"\(name)\" is true or false.") }
            flags[name] = flag
        }
    }

    package func text(_ name: String) -> String? { texts[name] }
    package func integer(_ name: String) -> Int? { integers[name] }
    package func flag(_ name: String) -> Bool { flags[name] ?? false }
}

/// What is wrong with what a tool is called with.
struct ArgumentFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension [String] {
    var listed: String { joined(separator: ", ") }
}
