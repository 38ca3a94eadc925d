package import ForageCore
internal import JSON
internal import Platform

/// One request, with names in place of its keys, and its result.
package struct Exchange: Hashable, Sendable {
    /// The provider on whose behalf the request was made.
    package let provider: ProviderID
    /// The request.
    package let endpoint: Endpoint
    /// The time of the result, in milliseconds from the start of the run.
    package let milliseconds: Int
    /// The result.
    package let ending: Ending

    /// The result of a request.
    package enum Ending: Hashable, Sendable {
        case answer(Response, Outcome.Origin)
        case failure(FetchError)
    }

    package init(_ provider: ProviderID, _ endpoint: Endpoint, after milliseconds: Int, _ ending: Ending) {
        self.provider = provider
        self.endpoint = endpoint
        self.milliseconds = milliseconds
        self.ending = ending
    }
}

extension Exchange {
    /// The key by which a replay finds a request again.
    struct Key: Hashable {
        let provider: ProviderID
        let endpoint: Endpoint

        init(_ provider: ProviderID, _ endpoint: Endpoint) {
            self.provider = provider
            var endpoint = endpoint
            // A file is the same whichever setting named it.
            if case .file(let file) = endpoint.target {
                endpoint.target = .file(FileSetting(path: file.path))
            }
            self.endpoint = endpoint
        }
    }

    var key: Key { Key(provider, endpoint) }
}

extension Exchange {
    init(_ value: JSONValue) throws(DocumentError) {
        self.init(
            try value.provider(), try Endpoint(value["request"]), after: try value.number("after"),
            try Ending(value))
    }
}

extension Exchange.Ending {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        if value["failure"].exists {
            self = .failure(try FetchError(value["failure"]))
        } else {
            self = .answer(try Response(value["response"]), try Outcome.Origin(value["origin"]))
        }
    }
}

extension Outcome.Origin {
    init(_ value: JSONValue) throws(DocumentError) {
        switch value.string {
        case "network": self = .network
        case "file": self = .file
        case nil:
            let age = try value.nanoseconds("age")
            self = value["because"].string.map { .stale(age, $0) } ?? .cached(age)
        case _?: throw DocumentError(value, "this is not a known origin of an answer")
        }
    }
}

extension JSONWriter {
    mutating func exchange(_ exchange: Exchange) {
        object { writer in
            writer.member("provider", exchange.provider.name)
            writer.member("after", exchange.milliseconds)
            writer.member("request", exchange.endpoint) { $0.endpoint($1) }
            switch exchange.ending {
            case .answer(let response, let origin):
                writer.member("origin", origin) { $0.origin($1) }
                writer.member("response", response) { $0.response($1) }
            case .failure(let failure):
                writer.member("failure", failure) { $0.failure($1) }
            }
        }
    }

    private mutating func endpoint(_ endpoint: Endpoint) {
        object { writer in
            writer.member("method", endpoint.method.text)
            switch endpoint.target {
            case .web(let url): writer.member("url", url.text)
            case .file(let file): writer.member("file", file.path)
            }
            writer.member("query", list: endpoint.query) { $0.field($1) }
            writer.member("headers", list: endpoint.headers) { $0.field($1) }
            writer.member("sends", endpoint.body)
            switch endpoint.limit {
            case .whole(let count): writer.member("whole", count)
            case .prefix(let count): writer.member("prefix", count)
            }
        }
    }

    /// Writes the name of a field and the parts of its value; of a key, only the name.
    private mutating func field(_ field: Endpoint.Field) {
        array { writer in
            writer.string(field.name)
            for piece in field.value { writer.piece(piece) }
        }
    }

    private mutating func piece(_ piece: Endpoint.Piece) {
        switch piece {
        case .text(let text): string(text)
        case .key(let name): object { $0.member("key", name) }
        case .time: object { $0.member("time", true) }
        case .sha1(let pieces): object { $0.member("sha1", all: pieces) { $0.piece($1) } }
        }
    }

    private mutating func response(_ response: Response) {
        object { writer in
            writer.member("url", response.url?.text)
            writer.member("status", response.status)
            writer.member("headers", list: response.headers.fields) { writer, field in
                writer.array { writer in
                    writer.string(field.name)
                    writer.string(field.value)
                }
            }
            switch response.completeness {
            case .whole: break
            case .cutOff: writer.member("body", "cut off")
            case .overLimit: writer.member("body", "too long")
            }
            if let text = String(validating: response.body, as: UTF8.self) {
                writer.member("text", text)
            } else {
                writer.member("base64", Data(response.body).base64EncodedString())
            }
        }
    }

    mutating func origin(_ origin: Outcome.Origin) {
        switch origin {
        case .network: string("network")
        case .file: string("file")
        case .cached(let age): object { $0.member("age", age) }
        case .stale(let age, let reason):
            object { writer in
                writer.member("age", age)
                writer.member("because", reason)
            }
        }
    }

    private mutating func failure(_ failure: FetchError) {
        object { writer in
            switch failure {
            // A replay sends nothing, so it does not need to know whether anything was sent.
            case .unreachable(let reason, _): writer.member("unreachable", reason)
            case .timedOut(let reason): writer.member("timedOut", reason)
            case .notAllowed(let reason): writer.member("notAllowed", reason)
            // A replay sends no keys and only shows the message.
            case .keysNotAllowed: writer.member("notAllowed", failure.description)
            case .notSimulated(let reason): writer.member("notPlayed", reason)
            case .missingKey(let name): writer.member("missingKey", name)
            case .denied(let reason): writer.member("denied", reason)
            case .throttled(let time, let reason):
                writer.member("throttled", reason)
                writer.member("until", time) { $0.time($1) }
            case .broken(let reason): writer.member("broken", reason)
            case .cancelled: writer.member("cancelled", "")
            }
        }
    }

    /// Writes a time in seconds since 2001, including the fraction.
    mutating func time(_ time: Date) { number(time.timeIntervalSinceReferenceDate) }
}

extension Endpoint {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        if let path = value["file"].string {
            self = .file(FileSetting(path: path))
        } else {
            self = .get(try value.url("url"))
        }
        method = try value.read(value.text("method"), "method") { Method($0) }
        query = try value.list("query") { (field) throws(DocumentError) in try Field(field) }
        headers = try value.list("headers") { (field) throws(DocumentError) in try Field(field) }
        body = value["sends"].string
        limit =
            value["prefix"].exists
            ? .prefix(try value.number("prefix")) : .whole(try value.number("whole"))
    }
}

extension Endpoint.Field {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        guard let name = value[0].string else {
            throw DocumentError(value, "the name of the field is missing")
        }
        var pieces: [Endpoint.Piece] = []
        for piece in value.elements.dropFirst() { pieces.append(try Endpoint.Piece(piece)) }
        self.init(name: name, value: pieces)
    }
}

extension Endpoint.Piece {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        if let text = value.string {
            self = .text(text)
        } else if value["time"].bool == true {
            self = .time
        } else if value["sha1"].exists {
            self = .sha1(
                try value.list("sha1") { (piece) throws(DocumentError) in try Endpoint.Piece(piece) })
        } else {
            self = .key(try value.text("key"))
        }
    }
}

extension Response {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        var headers = Headers()
        for field in value["headers"].elements {
            headers.append(field[0].string ?? "", field[1].string ?? "")
        }
        let completeness: Completeness =
            switch value["body"].string {
            case nil: .whole
            case "cut off": .cutOff
            case "too long": .overLimit
            case _?: throw DocumentError(value, "\"body\" is neither \"cut off\" nor \"too long\"")
            }
        self.init(
            url: value["url"].exists ? try value.url("url") : nil, status: try value.number("status"),
            headers: headers, body: try Self.body(value), completeness: completeness)
    }

    private static func body(_ value: JSONValue) throws(DocumentError) -> [UInt8] {
        if let text = value["text"].string { return Array(text.utf8) }
        return try value.read(value.text("base64"), "text in base64") { text in
            Data(base64Encoded: text).map(Array.init)
        }
    }
}

extension FetchError {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        guard let member = value.members.first(where: { $0.key != "until" }),
            let text = member.value.string
        else { throw DocumentError(value, "the name of the failure is missing") }
        switch member.key {
        case "unreachable": self = .unreachable(text)
        case "timedOut": self = .timedOut(text)
        case "notAllowed": self = .notAllowed(text)
        case "notPlayed": self = .notSimulated(text)
        case "missingKey": self = .missingKey(text)
        case "denied": self = .denied(text)
        case "throttled":
            self = .throttled(value["until"].double.map(Date.init(timeIntervalSinceReferenceDate:)), text)
        case "broken": self = .broken(text)
        case "cancelled": self = .cancelled
        default: throw DocumentError(value, "\"\(member.key.onOneLine)\" is not a failure")
        }
    }
}
