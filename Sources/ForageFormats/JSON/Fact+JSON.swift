internal import JSON

extension JSONWriter {
    mutating func record(_ record: Record) {
        object { writer in
            for member in record.members {
                writer.key(member.name)
                writer.fact(member.fact)
            }
        }
    }

    mutating func fact(_ fact: Fact) {
        switch fact {
        case .text(let text): string(text)
        case .whole(let number): self.number(number)
        case .decimal(let number): self.number(number)
        case .list(let facts): array { writer in facts.forEach { writer.fact($0) } }
        case .record(let record): self.record(record)
        }
    }
}

extension Fact {
    /// The fact in a column of its own: a single value as it is, several as JSON.
    var columnText: String {
        switch self {
        case .text(let text): text
        case .whole, .decimal, .list, .record: JSONText.text { $0.fact(self) }
        }
    }
}
