public import ForageCore
internal import JSON

extension UnsplashProvider {
    /// Reads why Unsplash refuses: its own sentence, and whether 403 means a wrong key or too many requests.
    public func refusal(in response: Response) -> Refusal? {
        guard let refusal = Refusal(byStatusOf: response) else { return nil }
        let words = response.sentence
        let reason = "the service answered \(response.statusLine)" + (words.map { ": \($0)" } ?? "")
        return switch refusal {
        case .denied where response.isOverLimit(saying: words), .throttled:
            .throttled(response.retryTime, reason)
        case .denied: .denied(reason)
        case .notFound: .notFound(reason)
        case .failed: .failed(reason)
        }
    }
}

extension Response {
    /// Over the limit the service answers 403 with `Rate Limit Exceeded` as plain text.
    fileprivate func isOverLimit(saying words: String?) -> Bool {
        status == 403
            && (words?.lowercased().contains("rate limit") == true || headers["X-Ratelimit-Remaining"] == "0")
    }

    /// What the service says of its refusal: `{"errors": ["…"]}`, `{"error": "…"}` as it was until 2015,
    /// or a line of plain text.
    fileprivate var sentence: String? {
        guard let root = try? json().root else { return line }
        let errors = root["errors"].elements.compactMap(\.text)
        return (errors.isEmpty ? root["error"].text : errors.joined(separator: " "))?.short
    }

    private var line: String? {
        guard body.count <= 200, let text = String(validating: body, as: UTF8.self), !text.contains("<")
        else {
            return nil
        }
        let line = text.trimmingWhitespace()
        return line.isEmpty ? nil : String(line).short
    }
}

extension String {
    fileprivate var short: String { String(onOneLine.prefix(200)) }
}
