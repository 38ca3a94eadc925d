internal import Essentials
internal import ForageCore
internal import JSON

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
            switch endpoint.limit {
            case .whole(let count): writer.member("whole", count)
            case .prefix(let count): writer.member("prefix", count)
            }
        }
    }

    /// The name and the parts of the value, of which a key is only named.
    private mutating func field(_ field: Endpoint.Field) {
        array { writer in
            writer.string(field.name)
            for piece in field.value {
                switch piece {
                case .text(let text): writer.string(text)
                case .key(let name): writer.object { $0.member("key", name) }
                }
            }
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

    private mutating func failure(_ failure: FetchFailure) {
        object { writer in
            switch failure {
            // Whether anything was sent says nothing to a replay, which sends nothing.
            case .unreachable(let reason, _): writer.member("unreachable", reason)
            case .timedOut(let reason): writer.member("timedOut", reason)
            case .notAllowed(let reason): writer.member("notAllowed", reason)
            case .notPlayed(let reason): writer.member("notPlayed", reason)
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

    /// Seconds, with all that is below one, since 2001.
    mutating func time(_ time: Date) { number(time.timeIntervalSinceReferenceDate) }
}
