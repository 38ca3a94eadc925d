package import ForageCore
internal import JSON

/// The version of the documented JSON; it changes when a reader of the former would misread the new.
let outputVersion = 1

/// One JSON document, as `docs/output.md` describes it.
package struct JSONReport: ReportFormat {
    private let fields: FieldSelection?
    private let addition: ItemAddition?

    /// A writer of documents.
    ///
    /// - Parameters:
    ///   - fields: What is written of each item; everything when nil.
    ///   - addition: What each item gets beside that.
    package init(fields: FieldSelection? = nil, adding addition: ItemAddition? = nil) {
        self.fields = fields
        self.addition = addition
    }

    package func text(of item: Item) -> String {
        JSONText.document("item") { $0.record(item.record(fields).with(addition, of: item)) }
    }

    package func text(of report: Report) -> String {
        JSONText.lines(.pretty) { writer in
            writer.object { writer in
                writer.member("version", outputVersion)
                writer.writeQuery(report.query)
                writer.member("items", all: report.items) { writer, item in
                    writer.record(report.record(of: item, fields).with(addition, of: item))
                }
                writer.writeEnd(of: report)
            }
        }
    }
}

/// A line of JSON for each item, and at the end one with the list.
struct JSONLinesReport: ReportFormat {
    let fields: FieldSelection?

    func text(of report: Report) -> String {
        var lines = SearchLines(fields: fields)
        return lines.lines(of: report).text
    }

    func text(of item: Item) -> String {
        JSONText.lines { $0.record(item.record(fields)) }
    }
}

extension Report {
    /// Every result, whole.
    var records: [Record] { items.map { record(of: $0) } }

    /// A result with why it stands where it does, where that was asked for.
    func record(of item: Item, _ fields: FieldSelection? = nil) -> Record {
        var record = item.record
        record.add("explain", explanations[item.id].map { .record($0.record) })
        return fields.map { record.selecting($0.paths) } ?? record
    }
}

extension Item {
    func record(_ fields: FieldSelection?) -> Record {
        fields.map { record.selecting($0.paths) } ?? record
    }
}

extension JSONWriter {
    /// The query as it may be asked again, or null and the day for a listing.
    mutating func writeQuery(_ query: Query) {
        member("query", orNull: query.browse == nil ? query.description : nil) { $0.string($1) }
        member("day", query.browse?.day?.description)
    }

    /// How the providers ended, and where the next page starts.
    mutating func writeEnd(of report: Report) {
        outcomes(report.outcomes)
        member("seeAlso", list: report.seeAlso) { $0.string($1) }
        member("hint", report.hint)
        member("suggestions", list: report.suggestions) { $0.string($1) }
        member("next", orNull: report.next) { $0.string($1) }
    }

    /// How the providers ended.
    mutating func outcomes(_ outcomes: [Outcome]) {
        member("outcomes", all: outcomes) { $0.record($1.record) }
    }
}

extension JSONWriter {
    mutating func record(_ record: Record) {
        object { writer in
            for member in record.members { writer.member(member.name, member.fact) { $0.fact($1) } }
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
