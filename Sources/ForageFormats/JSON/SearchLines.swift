package import ForageCore
internal import JSON

/// A search as lines of JSON while it goes on, a record each.
///
/// The last record makes of those before it what `JSONReport` writes at once: it names the results in their order,
/// and has those whole that are not as they came, because duplicates were put together or pictures measured.
package struct SearchLines: Sendable {
    private let query: Query
    private let fields: FieldSelection?
    private var told: [ItemID: Record] = [:]

    /// A writer of one search's lines.
    ///
    /// - Parameters:
    ///   - query: What is searched for.
    ///   - fields: What is written of each item; everything when nil.
    package init(of query: Query, fields: FieldSelection? = nil) {
        self.query = query
        self.fields = fields
    }

    /// The lines that tell of an event.
    package mutating func text(of event: SearchEvent) -> String {
        switch event {
        case .began(let providers): line("began") { $0.begin(query, providers) }
        case .items(_, let items): items.map { text(of: $0) }.joined()
        case .ended(let outcome):
            line("outcome") { writer in
                writer.key("outcome")
                writer.record(outcome.record)
            }
        case .measured(let id, let size):
            line("measured") { writer in
                writer.id(id)
                writer.key("size")
                writer.record(size.record)
            }
        case .finished(let report): text(of: report)
        }
    }

    private mutating func text(of item: Item) -> String {
        let record = item.record(fields)
        told[item.id] = record
        return line("item") { $0.item(item.id, record) }
    }

    private func text(of report: Report) -> String {
        let records = report.items.map { ($0.id, report.record(of: $0, fields)) }
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

    private func line(_ event: String, _ body: (inout JSONWriter) -> Void) -> String {
        JSONText.text { writer in
            writer.object { writer in
                writer.key("event")
                writer.string(event)
                body(&writer)
            }
        } + "\n"
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
