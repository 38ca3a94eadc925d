package import ForageCore
internal import JSON

/// A search as lines of JSON while it goes on: an item each, once, and at the end one that makes the list of them.
///
/// A line of an item is the item; every other line has an `event`, which no item has. The last one makes of those
/// before it what `JSONReport` writes at once: it names the results in their order, has those whole that are not as
/// they were written, because duplicates were put together or pictures measured, and says which are none any more.
package struct SearchLines: Sendable {
    private let fields: FieldSelection?
    /// What is written of each item, which others have to name.
    private let told: FieldSelection?
    private var written: [ItemID: Record] = [:]
    private var order: [ItemID] = []

    /// A writer of one search's lines.
    ///
    /// - Parameter fields: What is wanted of each item; everything when nil.
    package init(fields: FieldSelection? = nil) {
        self.fields = fields
        told = fields?.withID
    }

    /// The lines of those items that had none yet.
    package mutating func text(of items: [Item]) -> String {
        items.map { item in written[item.id] == nil ? line(of: item, item.record(told)) : "" }.joined()
    }

    /// The line of what else happens on the way.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - query: What is searched for.
    /// - Returns: A line; nothing for items, and for the end.
    package func text(of event: SearchEvent, in query: Query) -> String {
        switch event {
        case .began(let providers): line(of: "began") { $0.begin(query, providers) }
        case .ended(let outcome):
            line(of: "outcome") { writer in
                writer.key("outcome")
                writer.record(outcome.record)
            }
        case .measured(let id, let size):
            line(of: "measured") { writer in
                writer.key("item")
                writer.string(id.description)
                writer.key("size")
                writer.record(size.record)
            }
        case .items, .finished: ""
        }
    }

    /// The lines of the results that had none yet, and the last.
    package mutating func text(of report: Report) -> String {
        let results = report.items.map { ($0.id, report.record(of: $0, told)) }
        var text = ""
        for (item, (id, record)) in zip(report.items, results) where written[id] == nil {
            text += line(of: item, record)
        }
        return text + end(report, results)
    }

    private mutating func line(of item: Item, _ record: Record) -> String {
        written[item.id] = record
        order.append(item.id)
        return JSONText.text { $0.record(record) } + "\n"
    }

    private func line(of event: String, _ body: (inout JSONWriter) -> Void) -> String {
        JSONText.text { writer in
            writer.object { writer in
                writer.key("event")
                writer.string(event)
                body(&writer)
            }
        } + "\n"
    }

    /// Nothing of unknown length stands before the order, for readers who keep the beginning of a line.
    private func end(_ report: Report, _ results: [(id: ItemID, record: Record)]) -> String {
        let shown = Set(results.map(\.id))
        return line(of: "finished") { writer in
            writer.key("version")
            writer.number(outputVersion)
            writer.writeQuery(report.query)
            if let fields { writer.texts("fields", fields.paths.map(\.text)) }
            writer.texts("order", results.map(\.id.description))
            writer.key("changed")
            writer.array { writer in
                for (id, record) in results where written[id] != record { writer.record(record) }
            }
            writer.gone(order.filter { !shown.contains($0) }, from: report)
            writer.writeEnd(of: report)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func begin(_ query: Query, _ providers: [ProviderID]) {
        key("version")
        number(outputVersion)
        writeQuery(query)
        texts("providers", providers.map(\.name))
    }

    fileprivate mutating func texts(_ name: String, _ texts: [String]) {
        key(name)
        array { writer in
            for text in texts { writer.string(text) }
        }
    }

    /// Which are no results any more, and what became of those that were put together with others.
    fileprivate mutating func gone(_ ids: [ItemID], from report: Report) {
        let results = Dictionary(
            report.items.flatMap { item in item.sources.map { ($0.id, item.id) } },
            uniquingKeysWith: { first, _ in first })
        key("gone")
        array { writer in
            for id in ids {
                writer.record(
                    Record(["id": .text(id.description), "into": Fact(results[id]?.description)]))
            }
        }
    }
}
