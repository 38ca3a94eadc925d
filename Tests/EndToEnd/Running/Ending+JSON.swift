import JSON

extension RunningProgram.Ending {
    /// The one document that was written.
    var json: JSONValue {
        get throws { try JSONDocument(Array(output.utf8), mode: .strict).root }
    }

    /// The documents that were written, one a line.
    var jsonLines: [JSONValue] {
        get throws { try outputLines.map { try JSONDocument(Array($0.utf8), mode: .strict).root } }
    }
}

extension JSONValue {
    /// What is in an array, counted.
    var list: [JSONValue] { Array(elements) }
}
