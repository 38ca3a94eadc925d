internal import Forage
internal import ForageCore
internal import JSON
internal import Platform

/// What is to be got, one after the other.
struct WantedItems: ListReader {
    enum Wanted: Hashable, Sendable {
        case item(Item)
        case id(ItemID)
        /// A line that names nothing.
        case nonsense(String)
    }

    private var list: ArraySlice<Wanted>
    private var reader: LineReader?
    /// Results of a search whose last line is still to come, which says which of them stay, and their order.
    private var held: [ItemID] = []
    private var hasBegun = false
    /// That the first line is not that of a list, but of another format that a search can be written in.
    private var otherFormat: CommandError?
    /// How many there are, where that is known.
    let count: Int?

    /// The most results that are held back; no search writes so many.
    private static let greatestHeldCount = 50_000
    /// A search's last line names a thousand results at most.
    private static let greatestLineByteCount = 1 << 20

    init(_ list: [Wanted]) {
        self.list = list[...]
        count = list.count
    }

    /// Reads a file whose lines are IDs, or those of a search as JSON lines, or standard input for `-`.
    init(linesOf path: String, count: Int? = nil) throws(FileError) {
        list = []
        reader = try LineReader(path, upTo: Self.greatestLineByteCount)
        self.count = count
    }

    /// How many there are in a file; nil for a pipe, whose length is only known at its end.
    static func count(linesOf path: String) async -> Int? {
        guard LineReader.isRepeatable(path), var items = try? WantedItems(linesOf: path) else { return nil }
        var count = 0
        while await items.next() != nil { count += 1 }
        return count
    }

    /// Why the lines could not be read to their end.
    var fault: (any Error)? { otherFormat ?? reader?.fault }

    mutating func next() async -> Wanted? {
        while list.isEmpty {
            guard otherFormat == nil, let line = await reader?.next() else {
                guard !held.isEmpty, !Task.isCancelled else { return nil }
                release()
                continue
            }
            if !hasBegun { otherFormat = WantedLine.otherFormat(in: line.text) }
            hasBegun = true
            if otherFormat == nil { take(WantedLine(line.text)) }
        }
        return list.popFirst()
    }

    private mutating func take(_ line: WantedLine) {
        switch line {
        case .nothing: break
        case .item(let id): list.append(.id(id))
        case .nonsense(let text): list.append(.nonsense(text))
        case .result(let id):
            held.append(id)
            if held.count > Self.greatestHeldCount { release() }
        case .end(let order, let gone):
            // What somebody took out of the lines stays out, and what the end does not know stays in.
            let (named, known) = (Set(order).union(gone), Set(held))
            held = held.filter { !named.contains($0) } + order.filter(known.contains)
            release()
        }
    }

    private mutating func release() {
        list += held.map(Wanted.id)
        held = []
    }
}

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
    static func otherFormat(in line: String) -> CommandError? {
        let text = line.trimmingWhitespace()
        let name = ["{", "["].contains(text) ? "a JSON document" : text.hasPrefix("id,") ? "CSV" : nil
        return name.map {
            CommandError.usage(
                "This is \($0): get reads a list of IDs, or what a search writes with --format jsonl.")
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
