internal import ForageCore
internal import JSON

/// What a line says of what is to be got.
enum WantedLine: Hashable, Sendable {
    /// An ID, or a line of its own with one result in it.
    case item(ItemID)
    /// A result of a search that writes JSON lines, whose end is still to come.
    case result(ItemID)
    /// The end of such a search: the results in their order, and what was written and is none any more.
    case end(order: [ItemID], gone: [ItemID])
    /// It is meant to name nothing: an empty one, and what a search writes beside its results.
    case nothing
    case nonsense(String)

    init(_ line: String) {
        let text = String(line.trimmingWhitespace())
        guard text.hasPrefix("{") else {
            let id = text.isRow ? nil : ItemID(typed: text)
            self = text.isEmpty ? .nothing : id.map(Self.item) ?? .nonsense(text)
            return
        }
        // Of a long line the beginning is there, and what names things with it.
        guard let root = try? JSONDocument(Array(text.utf8), mode: .tolerant).root else {
            self = .nonsense(text)
            return
        }
        self = Self.read(root) ?? .nonsense(text)
    }

    /// Says of the first line of a JSON document or of CSV what is read instead; nil for any other.
    static func otherFormat(in line: String) -> UsageFault? {
        let text = line.trimmingWhitespace()
        let name = ["{", "["].contains(text) ? "a JSON document" : text.hasPrefix("id,") ? "CSV" : nil
        return name.map {
            UsageFault("This is \($0): get reads a list of IDs, or what a search writes with --format jsonl.")
        }
    }

    private static func read(_ root: JSONValue) -> WantedLine? {
        if let event = root["event"].string {
            guard event == "finished" else { return .nothing }
            // An order that something follows is there to its end.
            guard root["changed"].exists else { return nil }
            return .end(order: ids(root["order"].elements), gone: ids(root["gone"].elements.map { $0["id"] }))
        }
        if root["item"].kind == .null { return .nothing }
        if let id = root["id"].string { return ItemID(id).map(Self.result) }
        return root["item"]["id"].string.flatMap { ItemID($0) }.map(Self.item)
    }

    private static func ids(_ values: some Sequence<JSONValue>) -> [ItemID] {
        values.compactMap { $0.string.flatMap { ItemID($0) } }
    }
}

extension String {
    /// Whether it is the line of a table: between tabs, or commas with a kind behind the first, stands more than an ID.
    fileprivate var isRow: Bool {
        let columns = split(separator: ",", maxSplits: 2)
        return contains("\t") || columns.count > 1 && Kind(rawValue: String(columns[1])) != nil
    }
}
