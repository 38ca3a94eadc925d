internal import ForageCore
internal import JSON

/// A line from a program.
struct Reply {
    private let root: JSONValue

    init(_ line: [UInt8]) throws(WireFault) {
        do throws(JSONFault) {
            root = try JSONDocument(line, mode: .strict).root
        } catch {
            throw WireFault(error, in: line)
        }
    }

    /// What it says that it is.
    func description() throws(WireFault) -> (version: Int, provider: String) {
        try root.checkMembers(["protocol", "provider"])
        return (
            try root["protocol"].required("a number", \.int), try root["provider"].required("text", \.string)
        )
    }

    /// Where to ask, or why there is nowhere to.
    func endpoint(of about: About) throws(WireFault) -> Result<Endpoint, Unanswerable> {
        try root.checkMembers(["endpoint", "unanswerable"])
        if let reason = try root["unanswerable"].optional("text", \.string) {
            return .failure(Unanswerable(reason.asReason))
        }
        return .success(try Endpoint(root["endpoint"], keys: about.keys.map(\.name)))
    }

    /// What was made of an answer, or why nothing could be.
    func step(of about: About) throws(WireFault) -> Result<Step, DecodingFault> {
        try root.checkMembers(["page", "more", "unreadable"])
        if let reason = try root["unreadable"].optional("text", \.string) {
            return .failure(.unreadable(reason.asReason))
        }
        if root["more"].exists {
            let keys = about.keys.map(\.name)
            return .success(
                .more(try root["more"].list { (value) throws(WireFault) in try Endpoint(value, keys: keys) }))
        }
        let page = try Page(root["page"])
        return page.drafts.isEmpty && !page.drift.isEmpty
            ? .failure(.drift(page.drift)) : .success(.page(page))
    }
}

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

extension Page {
    /// Reads what a program made of an answer. One wrong draft is a mistake of the program's, so it is told.
    init(_ value: JSONValue) throws(WireFault) {
        try value.checkMembers(["drafts", "next", "total", "drift", "related"])
        self.init(
            drafts: try value["drafts"].list { (value) throws(WireFault) in try Draft(value) },
            next: try value["next"].optional("text", \.string),
            total: try value["total"].optional("a number from 0", \.quantity),
            drift: try value["drift"].list { (value) throws(WireFault) in try Drift(value) })
        related = RelatedQueries(
            try value["related"].list { (value) throws(WireFault) in try value.required("text", \.string) })
    }
}

/// What is wrong with a program's line, and where in it.
struct WireFault: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ value: JSONValue, _ reason: String) {
        let place = value.pointer.description
        description = place.isEmpty ? "the line \(reason)" : "\(place.asReason) \(reason)"
    }

    init(_ fault: JSONFault, in line: [UInt8]) {
        description = "\(Array(line.prefix(200)).quoted) is not JSON: \(fault)"
    }
}

extension String {
    /// The text as a message may have it: on one line, and not for long, whoever wrote it.
    var asReason: String { isVisible ? String(onOneLine.prefix(200)) : "it gave no reason" }
}

extension JSONValue {
    /// Refuses members that the protocol does not know: they are slips of the pen that would go unnoticed.
    func checkMembers(_ names: [String]) throws(WireFault) {
        let isLine = pointer.tokens.isEmpty
        if isMissing || isNull && !isLine { throw WireFault(self, "is missing") }
        guard kind == .object else { throw WireFault(self, "should be an object") }
        for member in members where !names.contains(member.key) {
            let advice = nearestName(to: member.key, among: names).map { "; did you mean “\($0)”?" } ?? ""
            throw WireFault(member.value, "is not known\(advice)")
        }
    }

    /// A value that may be left out or null, but not be of another type.
    func optional<Value>(
        _ what: String, _ read: (JSONValue) throws(WireFault) -> Value?
    ) throws(WireFault) -> Value? {
        if isMissing || isNull { return nil }
        guard let value = try read(self) else { throw WireFault(self, "should be \(what)") }
        return value
    }

    func required<Value>(
        _ what: String, _ read: (JSONValue) throws(WireFault) -> Value?
    ) throws(WireFault) -> Value {
        guard let value = try optional(what, read) else { throw WireFault(self, "is missing") }
        return value
    }

    /// Every element of a list that may be left out.
    func list<Element>(
        _ read: (JSONValue) throws(WireFault) -> Element
    ) throws(WireFault) -> [Element] {
        guard let elements = try optional("a list", { $0.kind == .array ? $0.elements : nil }) else {
            return []
        }
        var list: [Element] = []
        for element in elements {
            guard list.count < Self.greatestListCount else {
                throw WireFault(self, "has more than \(Self.greatestListCount) elements")
            }
            list.append(try read(element))
        }
        return list
    }

    /// More than any page has.
    private static let greatestListCount = 1_000

    /// A number of things, which is never below nothing.
    var quantity: Int? { int.flatMap { $0 >= 0 ? $0 : nil } }
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

extension Drift {
    fileprivate init(_ value: JSONValue) throws(WireFault) {
        try value.checkMembers(["path", "count", "total"])
        self.init(
            path: try value["path"].required("text", \.string),
            count: try value["count"].required("a number from 0", \.quantity),
            total: try value["total"].required("a number from 0", \.quantity))
    }
}
