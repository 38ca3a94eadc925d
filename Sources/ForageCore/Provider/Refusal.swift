internal import JSON
public import Platform

/// The reason why a service answered without results.
public enum Refusal: Hashable, Sendable {
    /// A key is missing, wrong or not permitted to do this.
    case denied(String)
    /// Too many requests were sent; the time is the earliest for the next one, if the service states it.
    case throttled(RetryTime?, String)
    /// There is no such item.
    case notFound(String)
    /// The service reports that it failed.
    case failed(String)

    /// The earliest time for the next request, as a server states it in `Retry-After`.
    public enum RetryTime: Hashable, Sendable {
        /// After this duration.
        case after(Duration)
        /// At or after this time.
        case at(Date)

        /// The earliest time for the next request; nil if it has passed. At most a day from now, whatever the service
        /// states.
        package func date(from now: Date) -> Date? {
            let date =
                switch self {
                case .after(let wait): now + TimeInterval(wait.components.seconds)
                case .at(let date): date
                }
            return date < now ? nil : min(date, now + ProviderState.longestDeferral)
        }
    }

    /// Creates a refusal from a response with an error status, with the service's own message; nil for 200 to 299.
    ///
    /// - Parameter response: The response.
    public init?(_ response: Response) {
        self.init(byStatusOf: response, saying: response.ownMessage)
    }

    /// Creates a refusal from the service's own message: about a permission, about too many requests, or another one.
    ///
    /// ```swift
    /// Refusal(saying: "Rate limit reached")   // throttled
    /// ```
    public init(saying sentence: String) {
        let words = sentence.lowercased()
        if words.contains("permission") {
            self = .denied(sentence)
        } else if words.contains("rate limit") || words.contains("too many requests") {
            self = .throttled(nil, sentence)
        } else {
            self = .failed(sentence)
        }
    }

    /// Creates a refusal from the status of a response; nil for 200 to 299.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - sentence: The service's own message, evaluated only if the response is a refusal.
    public init?(byStatusOf response: Response, saying sentence: @autoclosure () -> String? = nil) {
        if (200...299).contains(response.status) { return nil }
        let sentence = sentence()
        let reason = response.reason(saying: sentence)
        switch response.status {
        // Some services limit their rate with this status.
        case 403 where response.isOverLimit(saying: sentence): self = .throttled(response.retryTime, reason)
        case 401, 403, 407: self = .denied(reason)
        case 404, 410: self = .notFound(reason)
        case 429: self = .throttled(response.retryTime, reason)
        default: self = .failed(reason)
        }
    }
}

extension Response {
    /// The message with which the service explains a failure, in the usual members of JSON or as a line of plain text;
    /// nil if there is none. A long body is ignored, because it is unlikely to be a message.
    public var ownMessage: String? {
        guard body.count <= 8 * 1024 else { return nil }
        guard let root = try? json().root else { return line }
        let errors = root["errors"].elements.compactMap(\.text)
        let text =
            errors.isEmpty
            ? root["error"].text ?? root["error"]["message"].text ?? root["message"].text ?? root["reason"]
                .text
                ?? root["detail"].text
            : errors.joined(separator: " ")
        return text.map { String($0.onOneLine.prefix(200)) }
    }

    private var line: String? {
        guard body.count <= 200, let text = String(validating: body, as: UTF8.self), !text.contains("<")
        else {
            return nil
        }
        let line = text.trimmingWhitespace()
        return line.isEmpty ? nil : String(line).onOneLine
    }

    /// Indicates whether status 403 means that too many requests were sent.
    fileprivate func isOverLimit(saying message: String?) -> Bool {
        headers["X-Ratelimit-Remaining"] == "0" || message?.lowercased().contains("rate limit") == true
    }
}

extension Response {
    /// The status with its name, such as `403 Forbidden`.
    public var statusLine: String {
        StatusName.of(status).map { "\(status) \($0)" } ?? "\(status)"
    }

    /// A sentence with the status and the service's message, unless the message repeats the name of the status.
    package func reason(saying sentence: String?) -> String {
        let answer = "the service answered \(statusLine)"
        guard let sentence, !answer.hasSuffix(sentence) else { return answer }
        return "\(answer): \(sentence)"
    }

    /// Indicates whether it is a failure or refusal that may be temporary.
    package var isPassingFailure: Bool {
        [408, 429].contains(status) || (500...599).contains(status) && status != 501
    }

    /// The time until which the service asks not to receive requests, if it states one.
    package func rest(at now: Date) -> Date? {
        [429, 503].contains(status) ? retryTime?.date(from: now) : nil
    }

    /// The earliest time for the next request, if the service states one.
    public var retryTime: Refusal.RetryTime? {
        guard let value = headers["Retry-After"] else { return nil }
        let isCount = !value.isEmpty && value.utf8.allSatisfy(\.isDigit)
        guard isCount else { return HTTPDate(value).map { .at($0.date) } }
        return .after(.seconds(min(Int(value) ?? .max, 366 * 24 * 3600)))
    }
}

/// The names of the HTTP statuses that indicate redirects and errors.
package enum StatusName {
    /// The registered name of a status; nil for a success or an unregistered status.
    package static func of(_ status: Int) -> String? { names[status] }

    private static let names = [
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
        507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
    ]
}
