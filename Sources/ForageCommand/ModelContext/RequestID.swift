internal import JSON

/// What a request is answered under.
enum RequestID: Hashable, Sendable {
    case text(String)
    case number(Int)

    init?(_ value: JSONValue) {
        if let text = value.string {
            self = .text(text)
        } else if let number = value.int {
            self = .number(number)
        } else {
            return nil
        }
    }
}

extension JSONWriter {
    mutating func id(_ id: RequestID?) {
        switch id {
        case .text(let text): string(text)
        case .number(let number): self.number(number)
        case nil: null()
        }
    }
}
