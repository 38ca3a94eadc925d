internal import Essentials
internal import ForageCore
internal import JSON

extension Exchange {
    init(_ value: JSONValue) throws(BundleProblem) {
        self.init(
            try value.provider(), try Endpoint(value["request"]), after: try value.number("after"),
            try Ending(value))
    }
}

extension Exchange.Ending {
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        if value["failure"].exists {
            self = .failure(try FetchFailure(value["failure"]))
        } else {
            self = .answer(try Response(value["response"]), try Outcome.Origin(value["origin"]))
        }
    }
}

extension Endpoint {
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        if let path = value["file"].string {
            self = .file(FileSetting(path: path))
        } else {
            self = .get(try value.url("url"))
        }
        method = try value.read(value.text("method"), "method") { Method($0) }
        query = try value.list("query") { (field) throws(BundleProblem) in try Field(field) }
        headers = try value.list("headers") { (field) throws(BundleProblem) in try Field(field) }
        limit =
            value["prefix"].exists
            ? .prefix(try value.number("prefix")) : .whole(try value.number("whole"))
    }
}

extension Endpoint.Field {
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        guard let name = value[0].string else { throw BundleProblem(value, "a field has a name here") }
        var pieces: [Endpoint.Piece] = []
        for piece in value.elements.dropFirst() {
            if let text = piece.string {
                pieces.append(.text(text))
            } else {
                pieces.append(.key(try piece.text("key")))
            }
        }
        self.init(name: name, value: pieces)
    }
}

extension Response {
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        var headers = Headers()
        for field in value["headers"].elements {
            headers.append(field[0].string ?? "", field[1].string ?? "")
        }
        let completeness: Completeness =
            switch value["body"].string {
            case nil: .whole
            case "cut off": .cutOff
            case "too long": .overLimit
            case _?: throw BundleProblem(value, "a body is \"cut off\" or \"too long\", or all there")
            }
        self.init(
            url: value["url"].exists ? try value.url("url") : nil, status: try value.number("status"),
            headers: headers, body: try Self.body(value), completeness: completeness)
    }

    private static func body(_ value: JSONValue) throws(BundleProblem) -> [UInt8] {
        if let text = value["text"].string { return Array(text.utf8) }
        return try value.read(value.text("base64"), "text in base64") { text in
            Data(base64Encoded: text).map(Array.init)
        }
    }
}

extension Outcome.Origin {
    init(_ value: JSONValue) throws(BundleProblem) {
        switch value.string {
        case "network": self = .network
        case "file": self = .file
        case nil:
            let age = try value.nanoseconds("age")
            self = value["because"].string.map { .stale(age, $0) } ?? .cached(age)
        case _?: throw BundleProblem(value, "answers come from elsewhere")
        }
    }
}

extension FetchFailure {
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        guard let member = value.members.first(where: { $0.key != "until" }),
            let text = member.value.string
        else { throw BundleProblem(value, "a failure is named here") }
        switch member.key {
        case "unreachable": self = .unreachable(text)
        case "timedOut": self = .timedOut(text)
        case "notAllowed": self = .notAllowed(text)
        case "notPlayed": self = .notPlayed(text)
        case "missingKey": self = .missingKey(text)
        case "denied": self = .denied(text)
        case "throttled":
            self = .throttled(value["until"].double.map(Date.init(timeIntervalSinceReferenceDate:)), text)
        case "broken": self = .broken(text)
        case "cancelled": self = .cancelled
        default: throw BundleProblem(value, "\"\(member.key.onOneLine)\" is not a failure")
        }
    }
}
