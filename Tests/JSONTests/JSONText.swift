import JSON

/// Reads text in tolerant mode.
func tolerant(_ text: String) throws -> JSONDocument {
    try JSONDocument(Array(text.utf8))
}

/// The error that strict mode stops at; nil if it reads the text.
func strictFault(_ bytes: [UInt8], limits: JSONLimits = .default) -> JSONError? {
    do {
        _ = try JSONDocument(bytes, mode: .strict, limits: limits)
        return nil
    } catch {
        return error
    }
}

func strictFault(_ text: String) -> JSONError? {
    strictFault(Array(text.utf8))
}

/// A value written compactly, for comparison with what was read.
func written(_ value: JSONValue) -> String {
    JSONWriter.text { $0.value(value) }
}
