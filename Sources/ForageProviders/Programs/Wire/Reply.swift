internal import ForageCore
internal import JSON

/// A message from a program.
struct Reply {
    private let root: JSONValue

    init(_ line: [UInt8]) throws(DocumentError) {
        do throws(JSONError) {
            root = try JSONDocument(line, mode: .strict).root
        } catch {
            throw DocumentError(error, in: line)
        }
    }

    /// Reads the protocol version and the name of the provider.
    func description() throws(DocumentError) -> (version: Int, provider: String) {
        try root.checkMembers(["protocol", "provider"])
        return (
            try root["protocol"].required("a number", \.int), try root["provider"].required("text", \.string)
        )
    }

    /// Reads the endpoint, or the reason why there is none.
    func endpoint(of info: ProviderInfo) throws(DocumentError) -> Result<Endpoint, ProviderError> {
        try root.checkMembers(["endpoint", "unanswerable"])
        if let reason = try root["unanswerable"].optional("text", \.string) {
            return .failure(.unanswerable(reason.asReason))
        }
        return .success(try Endpoint(root["endpoint"], keys: info.keys.map(\.name)))
    }

    /// Reads the decoded answer, or the reason why it cannot be decoded.
    func step(of info: ProviderInfo) throws(DocumentError) -> Result<Step, ProviderError> {
        try root.checkMembers(["page", "more", "unreadable"])
        if let reason = try root["unreadable"].optional("text", \.string) {
            return .failure(.unreadable(reason.asReason))
        }
        if root["more"].exists {
            let keys = info.keys.map(\.name)
            return .success(
                .more(
                    try root["more"].list { (value) throws(DocumentError) in try Endpoint(value, keys: keys) }
                ))
        }
        let page = try Page(root["page"])
        return page.drafts.isEmpty && !page.drift.isEmpty
            ? .failure(.drift(page.drift)) : .success(.page(page))
    }
}

extension Endpoint {
    /// Reads a request. It contains only the names of keys, which the provider must declare.
    init(_ value: JSONValue, keys: [String]) throws(DocumentError) {
        try value.checkMembers(["method", "url", "query", "headers"])
        self = .get(try value["url"].required("a web address", \.webURL))
        method = try value["method"].optional("a method") { $0.string.flatMap(Method.init) } ?? .get
        query = try value["query"].list { (value) throws(DocumentError) in try Field(value, keys: keys) }
        headers = try value["headers"].list { (value) throws(DocumentError) in
            let field = try Field(value, keys: keys)
            if let fault = field.headerFault { throw DocumentError(value, "is not a header field: \(fault)") }
            return field
        }
    }
}

extension Page {
    /// Reads a decoded answer. A single invalid draft is an error, because it is a mistake in the program.
    init(_ value: JSONValue) throws(DocumentError) {
        try value.checkMembers(["drafts", "next", "total", "drift", "related"])
        self.init(
            drafts: try value["drafts"].list { (value) throws(DocumentError) in try Draft(program: value) },
            next: try value["next"].optional("text", \.string),
            total: try value["total"].optional("a number of at least 0", \.quantity),
            drift: try value["drift"].list { (value) throws(DocumentError) in try Drift(value) })
        related = RelatedQueries(
            try value["related"].list { (value) throws(DocumentError) in try value.required("text", \.string)
            })
    }
}

extension DocumentError {
    fileprivate init(_ fault: JSONError, in line: [UInt8]) {
        self.init("\(Array(line.prefix(200)).quoted) is not JSON: \(fault)")
    }
}

extension Endpoint.Field {
    /// `["name", "text", {"key": "apiKey"}, …]`
    fileprivate init(_ value: JSONValue, keys: [String]) throws(DocumentError) {
        var parts = try value.list { (part) throws(DocumentError) in part }[...]
        guard let name = parts.popFirst() else { throw DocumentError(value, "should begin with a name") }
        var pieces: [Endpoint.Piece] = []
        for part in parts { pieces.append(try Endpoint.Piece(part, keys: keys)) }
        self.init(name: try name.required("text", \.string), value: pieces)
    }
}

extension Endpoint.Piece {
    fileprivate init(_ value: JSONValue, keys: [String]) throws(DocumentError) {
        if let text = value.string {
            self = .text(text)
            return
        }
        try value.checkMembers(["key"])
        let name = try value["key"].required("a key's name", \.string)
        guard keys.contains(name) else {
            throw DocumentError(value["key"], "names the key “\(name)”, which the provider does not declare")
        }
        self = .key(name)
    }
}

extension Drift {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        try value.checkMembers(["path", "count", "total"])
        self.init(
            path: try value["path"].required("text", \.string),
            count: try value["count"].required("a number of at least 0", \.quantity),
            total: try value["total"].required("a number of at least 0", \.quantity))
    }
}
