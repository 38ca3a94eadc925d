internal import ForageCore
internal import JSON

extension Endpoint {
    /// Reads a request. Keys are only named in it, and only those that the provider declares.
    init(_ value: JSONValue, keys: [String]) throws(WireFault) {
        try value.checkMembers(["method", "url", "query", "headers"])
        self = .get(try value["url"].required("a web address", \.webURL))
        method = try value["method"].optional("a method") { $0.string.flatMap(Method.init) } ?? .get
        query = try value["query"].list { (value) throws(WireFault) in try Field(value, keys: keys) }
        headers = try value["headers"].list { (value) throws(WireFault) in
            let field = try Field(value, keys: keys)
            if let fault = field.headerFault { throw WireFault(value, "is not a header field: \(fault)") }
            return field
        }
    }
}

extension Endpoint.Field {
    /// `["name", "text", {"key": "apiKey"}, …]`
    fileprivate init(_ value: JSONValue, keys: [String]) throws(WireFault) {
        var parts = try value.list { (part) throws(WireFault) in part }[...]
        guard let name = parts.popFirst() else { throw WireFault(value, "should begin with a name") }
        var pieces: [Endpoint.Piece] = []
        for part in parts { pieces.append(try Endpoint.Piece(part, keys: keys)) }
        self.init(name: try name.required("text", \.string), value: pieces)
    }
}

extension Endpoint.Piece {
    fileprivate init(_ value: JSONValue, keys: [String]) throws(WireFault) {
        if let text = value.string {
            self = .text(text)
            return
        }
        try value.checkMembers(["key"])
        let name = try value["key"].required("a key's name", \.string)
        guard keys.contains(name) else {
            throw WireFault(value["key"], "names the key “\(name)”, which the provider does not declare")
        }
        self = .key(name)
    }
}
