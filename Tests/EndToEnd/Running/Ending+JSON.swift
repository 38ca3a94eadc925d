import JSON

extension RunningProgram.Ending {
    /// The output as one document.
    var json: JSONValue {
        get throws { try JSONDocument(Array(output.utf8), mode: .strict).root }
    }

    /// The output as documents, one per line.
    var jsonLines: [JSONValue] {
        get throws { try outputLines.map { try JSONDocument(Array($0.utf8), mode: .strict).root } }
    }
}

extension JSONValue {
    /// The elements of an array.
    var list: [JSONValue] { Array(elements) }
}
