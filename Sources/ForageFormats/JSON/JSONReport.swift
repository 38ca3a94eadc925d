package import ForageCore
package import JSON

/// The version of the documented JSON. It changes if a reader of the previous version would misread the new one.
let outputVersion = 1

/// One JSON document in the form of `docs/output.md`.
package struct JSONReport: ReportFormat {
    private let fields: FieldSelection?
    private let addition: ItemAddition?

    /// Creates a writer of documents.
    ///
    /// - Parameters:
    ///   - fields: The fields of each item; all if nil.
    ///   - addition: The additional member of each item.
    package init(fields: FieldSelection? = nil, adding addition: ItemAddition? = nil) {
        self.fields = fields
        self.addition = addition
    }

    package func text(of item: Item) -> String {
        JSONText.document("item") { $0.record(item.record(fields).with(addition, of: item)) }
    }

    /// Returns a document of items that no search found together.
    package func text(of items: [Item], hint: String? = nil) -> String {
        JSONText.objectLines(.pretty) { writer in
            writer.member("version", outputVersion)
            writer.member("query") { $0.null() }
            writer.member("items", all: items) { writer, item in
                writer.record(item.record(fields).with(addition, of: item))
            }
            writer.outcomes([])
            writer.member("hint", hint)
            writer.member("next") { $0.null() }
        }
    }

    package func text(of report: Report) -> String {
        JSONText.objectLines(.pretty) { writer in
            writer.member("version", outputVersion)
            writer.writeQuery(report.query)
            writer.member("items", all: report.items) { writer, item in
                writer.record(report.record(of: item, fields).with(addition, of: item))
            }
            writer.writeEnd(of: report)
        }
    }
}

/// A document that this or another program wrote.
package enum ReportDocument {
    /// Returns the IDs of the items; nil if the value is not a list of results.
    package static func ids(in root: JSONValue) -> [String]? {
        guard root["items"].kind == .array else { return nil }
        let ids = root["items"].elements.map { $0["id"].string }
        return ids.contains(nil) ? nil : ids.compactMap(\.self)
    }
}

/// JSON lines: one for each item, and a last one with the list.
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
    /// The complete records of all results.
    var records: [Record] { items.map { record(of: $0) } }

    /// The record of a result, with the explanation of its rank if that was requested.
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
    /// Writes the query in a form that can be searched again, or null and the day for a listing.
    mutating func writeQuery(_ query: Query) {
        member("query", orNull: query.browse == nil ? query.description : nil) { $0.string($1) }
        member("day", query.browse?.day?.description)
    }

    /// Writes the outcomes of the providers and the start of the next page.
    mutating func writeEnd(of report: Report) {
        outcomes(report.outcomes)
        member("seeAlso", list: report.seeAlso) { $0.string($1) }
        member("hint", report.hint)
        member("suggestions", list: report.suggestions) { $0.string($1) }
        member("next", orNull: report.next) { $0.string($1) }
    }

    /// Writes the outcomes of the providers.
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
    /// The fact as the text of a column: a single value unchanged, several as JSON.
    var columnText: String {
        switch self {
        case .text(let text): text
        case .whole, .decimal, .list, .record: JSONText.text { $0.fact(self) }
        }
    }
}
