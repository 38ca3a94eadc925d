internal import ForageCore
internal import JSON

/// What the service says in JSON when it refuses: `{"error":true,"reason":"Unauthorized"}`.
struct Complaint {
    private let reason: String
    private let response: Response

    /// Nil for an answer that is no complaint: a list starts with a bracket.
    init?(_ response: Response) {
        let start = response.body.first { $0 > 0x20 }
        guard start == UInt8(ascii: "{"), let root = try? response.json().root, root["error"].bool == true
        else { return nil }
        reason = String((root["reason"].text ?? "it gave no reason").onOneLine.prefix(200))
        self.response = response
    }

    var refusal: Refusal {
        switch Refusal(byStatusOf: response) {
        case .denied(let status): .denied(sentence(status))
        case .throttled(let time, let status): .throttled(time, sentence(status))
        case .notFound(let status): .notFound(sentence(status))
        case .failed(let status): .failed(sentence(status))
        case nil: .failed("the service says that it failed: \(reason)")
        }
    }

    private func sentence(_ status: String) -> String {
        status.hasSuffix(reason) ? status : "\(status): \(reason)"
    }
}
