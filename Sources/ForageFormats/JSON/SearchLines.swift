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
    private let addition: ItemAddition?
    private var written: [ItemID: Record] = [:]
    private var order: [ItemID] = []

    /// A writer of one search's lines.
    ///
    /// - Parameters:
    ///   - fields: What is wanted of each item; everything when nil.
    ///   - addition: What each item gets beside that.
    package init(fields: FieldSelection? = nil, adding addition: ItemAddition? = nil) {
        self.fields = fields
        self.addition = addition
        told = fields?.withID
    }

    /// One line: what kind of thing it tells of, and its JSON.
    package struct Line: Hashable, Sendable {
        /// `item`, or what stands there as `event`.
        package let event: String
        package let json: String
    }

    /// The lines of those items that had none yet.
    package mutating func lines(of items: [Item]) -> [Line] {
        items.compactMap { item in
            written[item.id] == nil ? line(of: item, item.record(told).with(addition, of: item)) : nil
        }
    }

    /// The line of what else happens on the way.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - query: What is searched for.
    /// - Returns: A line; none for items, and for the end.
    package func line(of event: SearchEvent, in query: Query) -> Line? {
        switch event {
        case .began(let providers): line(of: "began") { $0.begin(query, providers) }
        case .ended(let outcome):
            line(of: "outcome") { writer in
                writer.member("outcome") { $0.record(outcome.record) }
            }
        case .measured(let id, let size, _):
            line(of: "measured") { writer in
                writer.member("item", id.description)
                writer.member("size") { $0.record(size.record) }
            }
        case .items, .list, .finished: nil
        }
    }

    /// The lines of the results that had none yet, and the last.
    package mutating func lines(of report: Report) -> [Line] {
        let results = report.items.map { ($0.id, report.record(of: $0, told).with(addition, of: $0)) }
        var lines: [Line] = []
        for (item, (id, record)) in zip(report.items, results) where written[id] == nil {
            lines.append(line(of: item, record))
        }
        return lines + [end(report, results)]
    }

    private mutating func line(of item: Item, _ record: Record) -> Line {
        written[item.id] = record
        order.append(item.id)
        return Line(event: "item", json: JSONText.text { $0.record(record) })
    }

    private func line(of event: String, _ body: (inout JSONWriter) -> Void) -> Line {
        let json = JSONText.text { writer in
            writer.object { writer in
                writer.member("event", event)
                body(&writer)
            }
        }
        return Line(event: event, json: json)
    }

    /// Nothing of unknown length stands before the order, for readers who keep the beginning of a line.
    private func end(_ report: Report, _ results: [(id: ItemID, record: Record)]) -> Line {
        let shown = Set(results.map(\.id))
        return line(of: "finished") { writer in
            writer.member("version", outputVersion)
            writer.writeQuery(report.query)
            if let fields { writer.member("fields", all: fields.paths) { $0.string($1.text) } }
            writer.member("order", all: results) { $0.string($1.id.description) }
            let changed = results.filter { written[$0.id] != $0.record }
            writer.member("changed", all: changed) { $0.record($1.record) }
            writer.gone(order.filter { !shown.contains($0) }, from: report)
            writer.writeEnd(of: report)
        }
    }
}

extension [SearchLines.Line] {
    /// The lines, each with its end.
    package var text: String { map { $0.json + "\n" }.joined() }
}

/// A list as lines of JSON while it comes in: what would be a result if nothing else came. The query has to ask for the
/// list as it grows.
package struct ListLines: Sendable {
    private let query: Query
    private let tellsEverything: Bool
    private var lines: SearchLines

    /// A writer of one list's lines.
    ///
    /// - Parameters:
    ///   - query: What is searched for.
    ///   - lines: Writes them.
    ///   - tellsEverything: Whether whatever else happens has a line, too.
    package init(of query: Query, _ lines: SearchLines, tellingEverything tellsEverything: Bool) {
        self.query = query
        self.tellsEverything = tellsEverything
        self.lines = lines
    }

    /// The lines that are due when something happens.
    package mutating func lines(of event: SearchEvent) -> [SearchLines.Line] {
        switch event {
        case .list(let items): return lines.lines(of: items.filter(isKnownToPass))
        case .finished(let report): return lines.lines(of: report)
        case .began, .items, .ended, .measured:
            return tellsEverything ? lines.line(of: event, in: query).map { [$0] } ?? [] : []
        }
    }

    /// Whether no filter waits for the picture's size, which is measured last.
    private func isKnownToPass(_ item: Item) -> Bool {
        query.filters.allSatisfy { !$0.isOfSize || $0.verdict(on: item) == .satisfied }
    }
}

/// What somebody who hands results on adds to each, beside what it says itself.
package struct ItemAddition: Sendable {
    fileprivate let name: String
    fileprivate let texts: @Sendable (Item) -> KeyValuePairs<String, String?>

    /// Describes one more member of an item.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - texts: What is in it; where that is nothing, the item does not have it.
    package init(_ name: String, _ texts: @escaping @Sendable (Item) -> KeyValuePairs<String, String?>) {
        self.name = name
        self.texts = texts
    }
}

extension Record {
    /// The record of an item with what is added to it.
    func with(_ addition: ItemAddition?, of item: Item) -> Record {
        guard let addition else { return self }
        var record = self
        let facts = addition.texts(item).map { (name: $0.key, fact: Fact($0.value)) }
        record.add(addition.name, .record(Record(facts)))
        return record
    }
}

extension JSONWriter {
    fileprivate mutating func begin(_ query: Query, _ providers: [ProviderID]) {
        member("version", outputVersion)
        writeQuery(query)
        member("providers", all: providers) { $0.string($1.name) }
    }

    /// Which are no results any more, and what became of those that were put together with others.
    fileprivate mutating func gone(_ ids: [ItemID], from report: Report) {
        let results = Dictionary(
            report.items.flatMap { item in item.sources.map { ($0.id, item.id) } },
            uniquingKeysWith: { first, _ in first })
        member("gone", all: ids) { writer, id in
            writer.record(Record(["id": .text(id.description), "into": Fact(results[id]?.description)]))
        }
    }
}
