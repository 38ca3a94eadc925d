package import JSON

extension JSONValue {
    /// What stands there.
    package var inWords: String {
        switch kind {
        case .bool: bool == true ? "true" : "false"
        case .number: String((numberAsWritten ?? "").prefix(40))
        case .string: (string ?? "").quoted
        case .missing, .null, .array, .object: kindInWords
        }
    }

    /// What stands there, without its content: that may be a key.
    package var kindInWords: String {
        switch kind {
        case .missing: "nothing"
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
