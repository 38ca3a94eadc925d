internal import Files
internal import Forage
internal import ForageCore
internal import JSON

/// What is to be got, one after the other.
struct WantedItems: Sendable {
    enum Wanted: Sendable {
        case item(Item)
        case id(ItemID)
        /// A line that names nothing.
        case nonsense(String)
    }

    private var list: ArraySlice<Wanted>
    private var reader: LineReader?
    /// How many there are, where that is known.
    let count: Int?

    init(_ list: [Wanted]) {
        self.list = list[...]
        count = list.count
    }

    /// Reads a file whose lines are IDs, or results as JSON, or standard input for `-`.
    init(linesOf path: String) throws(LocalFileFault) {
        list = []
        reader = try LineReader(path)
        count = nil
    }

    /// Why the lines could not be read to their end.
    var fault: LocalFileFault? { reader?.fault }

    mutating func next() async -> Wanted? {
        if let wanted = list.popFirst() { return wanted }
        while let line = await reader?.next() {
            if let wanted = Self.wanted(line.text) { return wanted }
        }
        return nil
    }

    /// Nil for a line that is meant to name nothing: an empty one, and what a search writes beside its results.
    private static func wanted(_ line: String) -> Wanted? {
        let text = line.trimmingWhitespace()
        guard !text.isEmpty else { return nil }
        guard text.hasPrefix("{") else {
            return ItemID(String(text)).map(Wanted.id) ?? .nonsense(String(text))
        }
        // Of a long line the beginning is there, and the ID with it.
        guard let root = try? JSONDocument(Array(text.utf8), mode: .tolerant).root else {
            return .nonsense(String(text))
        }
        if root["item"].kind == .null || root["outcomes"].exists && !root["item"].exists { return nil }
        let id = root["id"].string ?? root["item"]["id"].string
        return id.flatMap { ItemID($0) }.map(Wanted.id) ?? .nonsense(String(text))
    }
}
