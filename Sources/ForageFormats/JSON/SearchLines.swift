package import ForageCore
internal import JSON

/// A search as lines of JSON while it runs: one for each item, and a last one with the final list.
///
/// The line of an item is the item; every other line has an `event`, which items do not have. The last line, together
/// with the earlier ones, is equivalent to the output of `JSONReport`. It lists the IDs of the results in order,
/// contains the results that have changed since they were written (because of merged duplicates or measured pictures),
/// and lists the items that are no longer results.
package struct SearchLines: Sendable {
    private let fields: FieldSelection?
    /// The fields that are written for each item, which always include the ID.
    private let told: FieldSelection?
    private let addition: ItemAddition?
    private var written: [ItemID: Record] = [:]
    private var order: [ItemID] = []

    /// Creates a writer for the lines of one search.
    ///
    /// - Parameters:
    ///   - fields: The fields of each item; all if nil.
    ///   - addition: The additional member of each item.
    package init(fields: FieldSelection? = nil, adding addition: ItemAddition? = nil) {
        self.fields = fields
        self.addition = addition
        told = fields?.withID
    }

    /// A line: its kind and its JSON.
    package struct Line: Hashable, Sendable {
        /// `item`, or the value of `event`.
        package let event: String
        package let json: String
    }

    /// Returns the lines of those items that do not have one yet.
    package mutating func lines(of items: [Item]) -> [Line] {
        items.compactMap { item in
            written[item.id] == nil ? line(of: item, item.record(told).with(addition, of: item)) : nil
        }
    }

    /// Returns the line of another event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - query: The query.
    /// - Returns: The line; nil for items and for the end.
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

    /// Returns the lines of results that do not have one yet, and the last line.
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
        let json = JSONText.object { writer in
            writer.member("event", event)
            body(&writer)
        }
        return Line(event: event, json: json)
    }

    /// The last line. Only members of limited length precede the order, for readers that store only the beginning of a
    /// line.
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
    /// The lines, each with a line break.
    package var text: String { map { $0.json + "\n" }.joined() }
}

/// A list as lines of JSON while it grows: items that are results according to the answers so far. The query must
/// request updates of the list.
package struct ListLines: Sendable {
    private let query: Query
    private let hasAllEvents: Bool
    private var lines: SearchLines

    /// Creates a writer for the lines of one list.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - lines: The writer of single lines.
    ///   - hasAllEvents: True if all other events also have a line.
    package init(of query: Query, _ lines: SearchLines, withAllEvents hasAllEvents: Bool) {
        self.query = query
        self.hasAllEvents = hasAllEvents
        self.lines = lines
    }

    /// Returns the lines for an event.
    package mutating func lines(of event: SearchEvent) -> [SearchLines.Line] {
        switch event {
        case .list(let items): return lines.lines(of: items.filter(isKnownToPass))
        case .finished(let report): return lines.lines(of: report)
        case .began, .items, .ended, .measured:
            return hasAllEvents ? lines.line(of: event, in: query).map { [$0] } ?? [] : []
        }
    }

    /// Indicates whether no filter still needs the picture's size, which is measured last.
    private func isKnownToPass(_ item: Item) -> Bool {
        query.filters.allSatisfy { !$0.isOfSize || $0.verdict(on: item) == .satisfied }
    }
}

/// The additional members of each item, from the program that passes the results on.
package struct ItemAddition: Sendable {
    fileprivate let members: [(name: String, record: @Sendable (Item) -> Record)]

    /// Creates additional members.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - record: Returns its contents; if they are empty, the member is omitted.
    package init(_ name: String, _ record: @escaping @Sendable (Item) -> Record) {
        members = [(name, record)]
    }

    private init(members: [(name: String, record: @Sendable (Item) -> Record)]) { self.members = members }

    /// Returns the members of both.
    package func and(_ other: ItemAddition) -> ItemAddition { ItemAddition(members: members + other.members) }
}

extension Record {
    /// Returns the record of an item with the additional members.
    func with(_ addition: ItemAddition?, of item: Item) -> Record {
        var record = self
        for (name, facts) in addition?.members ?? [] { record.add(name, .record(facts(item))) }
        return record
    }
}

extension JSONWriter {
    fileprivate mutating func begin(_ query: Query, _ providers: [ProviderID]) {
        member("version", outputVersion)
        writeQuery(query)
        member("providers", all: providers) { $0.string($1.name) }
    }

    /// Writes the items that are no longer results, with the results that they were merged into.
    fileprivate mutating func gone(_ ids: [ItemID], from report: Report) {
        let results = Dictionary(
            report.items.flatMap { item in item.sources.map { ($0.id, item.id) } },
            uniquingKeysWith: { first, _ in first })
        member("gone", all: ids) { writer, id in
            writer.record(Record(["id": .text(id.description), "into": Fact(results[id]?.description)]))
        }
    }
}
