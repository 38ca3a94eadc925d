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
            // Between tabs stands more than an ID: the line of a table.
            let id = text.contains("\t") ? nil : ItemID(typed: text)
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
