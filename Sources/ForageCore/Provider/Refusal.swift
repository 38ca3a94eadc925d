public import Platform

/// Why a service gave no results although it answered.
public enum Refusal: Hashable, Sendable {
    /// A key is missing, wrong or not allowed to do this.
    case denied(String)
    /// Too much was asked; when it may be asked again, where the service says so.
    case throttled(RetryTime?, String)
    /// There is no such item.
    case notFound(String)
    /// The service says that it failed.
    case failed(String)

    /// When a service may be asked again, as a server writes it in `Retry-After`.
    public enum RetryTime: Hashable, Sendable {
        /// After so long.
        case after(Duration)
        /// Not before this time.
        case at(Date)

        /// When that is; nil for a time that is past. Whatever a service says, it is asked again after a day.
        package func date(from now: Date) -> Date? {
            let date =
                switch self {
                case .after(let wait): now + TimeInterval(wait.components.seconds)
                case .at(let date): date
                }
            return date < now ? nil : min(date, now + ProviderState.longestDeferral)
        }
    }

    /// Reads the status of an answer; nil for 200 to 299.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - sentence: The service's own words, which are read only of an answer that refuses.
    public init?(byStatusOf response: Response, saying sentence: @autoclosure () -> String? = nil) {
        if (200...299).contains(response.status) { return nil }
        let reason = response.reason(saying: sentence())
        switch response.status {
        case 401, 403, 407: self = .denied(reason)
        case 404, 410: self = .notFound(reason)
        case 429: self = .throttled(response.retryTime, reason)
        default: self = .failed(reason)
        }
    }
}

extension Response {
    /// The status with its name, such as `403 Forbidden`.
    public var statusLine: String {
        StatusName.of(status).map { "\(status) \($0)" } ?? "\(status)"
    }

    /// Says that the service answered with this status, and what it said, unless that is the status's name again.
    package func reason(saying sentence: String?) -> String {
        let answer = "the service answered \(statusLine)"
        guard let sentence, !answer.hasSuffix(sentence) else { return answer }
        return "\(answer): \(sentence)"
    }

    /// Whether it failed or was refused in a way that may be over soon.
    package var isPassingFailure: Bool {
        [408, 429].contains(status) || (500...599).contains(status) && status != 501
    }

    /// Until when the service wants to be left alone, where it says so.
    package func rest(at now: Date) -> Date? {
        [429, 503].contains(status) ? retryTime?.date(from: now) : nil
    }

    /// When the service may be asked again, where it says so.
    public var retryTime: Refusal.RetryTime? {
        guard let value = headers["Retry-After"] else { return nil }
        let isCount = !value.isEmpty && value.utf8.allSatisfy(\.isDigit)
        guard isCount else { return HTTPDate(value).map { .at($0.date) } }
        return .after(.seconds(min(Int(value) ?? .max, 366 * 24 * 3600)))
    }
}

/// What HTTP calls the statuses of answers that are not what was asked for.
package enum StatusName {
    /// The name of a status, as it is registered; nil of one that went well, or has none.
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
