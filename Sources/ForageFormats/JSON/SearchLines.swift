package import ForageCore
internal import JSON

/// A search as lines of JSON while it goes on, a record each.
///
/// The last record makes of those before it what `JSONReport` writes at once: it names the results in their order,
/// and has those whole that are not as they came, because duplicates were put together or pictures measured.
package struct SearchLines: Sendable {
    private let query: Query
    private let fields: FieldSelection?
    private let addition: ItemAddition?
    private var told: [ItemID: Record] = [:]

    /// A writer of one search's lines.
    ///
    /// - Parameters:
    ///   - query: What is searched for.
    ///   - fields: What is written of each item; everything when nil.
    ///   - addition: What each item gets beside that.
    package init(of query: Query, fields: FieldSelection? = nil, adding addition: ItemAddition? = nil) {
        self.query = query
        self.fields = fields
        self.addition = addition
    }

    /// One record: what kind of event it tells of, and its JSON.
    package struct Line: Sendable {
        package let event: String
        package let json: String
    }

    /// The lines that tell of an event, each with its end.
    package mutating func text(of event: SearchEvent) -> String {
        lines(of: event).map { $0.json + "\n" }.joined()
    }

    /// The records that tell of an event.
    package mutating func lines(of event: SearchEvent) -> [Line] {
        switch event {
        case .began(let providers): [line("began") { $0.begin(query, providers) }]
        case .items(_, let items): items.map { line(of: $0) }
        case .ended(let outcome):
            [
                line("outcome") { writer in
                    writer.key("outcome")
                    writer.record(outcome.record)
                }
            ]
        case .measured(let id, let size):
            [
                line("measured") { writer in
                    writer.id(id)
                    writer.key("size")
                    writer.record(size.record)
                }
            ]
        case .finished(let report): [line(of: report)]
        }
    }

    private mutating func line(of item: Item) -> Line {
        let record = item.record(fields).with(addition, of: item)
        told[item.id] = record
        return line("item") { $0.item(item.id, record) }
    }

    private func line(of report: Report) -> Line {
        let records = report.items.map { ($0.id, report.record(of: $0, fields).with(addition, of: $0)) }
        return line("finished") { writer in
            writer.key("version")
            writer.number(outputVersion)
            writer.writeQuery(report.query)
            writer.key("order")
            writer.array { writer in
                for (id, _) in records { writer.string(id.description) }
            }
            writer.key("changed")
            writer.array { writer in
                for (id, record) in records where told[id] != record {
                    writer.object { $0.item(id, record) }
                }
            }
            writer.writeEnd(of: report)
        }
    }

    private func line(_ event: String, _ body: (inout JSONWriter) -> Void) -> Line {
        let json = JSONText.text { writer in
            writer.object { writer in
                writer.key("event")
                writer.string(event)
                body(&writer)
            }
        }
        return Line(event: event, json: json)
    }
}

extension JSONWriter {
    fileprivate mutating func begin(_ query: Query, _ providers: [ProviderID]) {
        key("version")
        number(outputVersion)
        writeQuery(query)
        key("providers")
        array { writer in
            for provider in providers { writer.string(provider.name) }
        }
    }

    fileprivate mutating func id(_ id: ItemID) {
        key("id")
        string(id.description)
    }

    fileprivate mutating func item(_ id: ItemID, _ record: Record) {
        self.id(id)
        key("item")
        self.record(record)
    }
}
