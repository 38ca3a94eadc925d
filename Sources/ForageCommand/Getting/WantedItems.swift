internal import Forage
internal import ForageCore
internal import ForageFormats
internal import JSON
internal import Platform

/// The requested items, one after the other.
struct WantedItems: ListReader {
    enum Wanted: Hashable, Sendable {
        case item(Item)
        case id(ItemID)
        /// A line that does not name an item.
        case nonsense(String)
    }

    private var list: ArraySlice<Wanted>
    private var reader: LineReader?
    /// The results of a search whose last line is still to come; that line lists the final results in their order.
    private var held: [ItemID] = []
    private var hasBegun = false
    /// The error if the text is in another format, or not a complete document.
    private var otherFormat: CommandError?
    /// The number of items, if known.
    let count: Int?

    /// The greatest number of results that are held; no search writes as many.
    private static let greatestHeldCount = 50_000
    /// The greatest length of a line: the last line of a search names at most a thousand results.
    private static let greatestLineByteCount = 1 << 20
    /// The greatest length of a document, which is far longer than that of the greatest search.
    private static let greatestDocumentByteCount = 32 << 20

    init(_ list: [Wanted]) {
        self.list = list[...]
        count = list.count
    }

    /// Reads a file, or standard input for `-`: a JSON document of results, or lines that are IDs or the JSON lines of
    /// a search.
    init(linesOf path: String, count: Int? = nil) throws(FileError) {
        list = []
        reader = try LineReader(path, upTo: Self.greatestLineByteCount)
        self.count = count
    }

    /// The number of items in a file; nil for a pipe, whose length is only known at its end.
    static func count(linesOf path: String) async -> Int? {
        guard LineReader.isRepeatable(path), var items = try? WantedItems(linesOf: path) else { return nil }
        var count = 0
        while await items.next() != nil { count += 1 }
        return count
    }

    /// The reason why the lines could not be read to their end.
    var fault: (any Error)? { otherFormat ?? reader?.fault }

    mutating func next() async -> Wanted? {
        while list.isEmpty {
            guard otherFormat == nil, let line = await reader?.next() else {
                guard !held.isEmpty, !Task.isCancelled else { return nil }
                release()
                continue
            }
            let isFirst = !hasBegun
            hasBegun = true
            if isFirst, WantedLine.beginsDocument(line.text) {
                await takeDocument(beginningWith: line)
                continue
            }
            if isFirst { otherFormat = WantedLine.otherFormat(in: line.text) }
            if otherFormat == nil { take(WantedLine(line.text)) }
        }
        return list.popFirst()
    }

    private mutating func takeDocument(beginningWith line: LineReader.Line) async {
        var (text, byteCount, next) = ("", 0, Optional(line))
        while let line = next, byteCount <= Self.greatestDocumentByteCount {
            text += line.text + "\n"
            byteCount += line.byteCount + 1
            next = await reader?.next()
        }
        guard !Task.isCancelled else { return }
        // A line that was too long to be stored is missing in the text.
        guard text.utf8.count == byteCount,
            let root = try? JSONDocument(Array(text.utf8), mode: .strict).root,
            let ids = ReportDocument.ids(in: root) ?? root["item"]["id"].string.map({ [$0] })
        else {
            otherFormat = .usage("The input is not a complete JSON document of results.")
            return
        }
        list += ids.map { text in ItemID(text).map(Wanted.id) ?? .nonsense(text) }
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
            // Results that a person removed from the lines stay out, and results that the last line does not list stay
            // in.
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

/// The meaning of a line.
enum WantedLine: Hashable, Sendable {
    /// An ID, or a line that contains one result.
    case item(ItemID)
    /// A result of a search as JSON lines, whose end is still to come.
    case result(ItemID)
    /// The end of such a search: the results in their order, and those that were written and later removed.
    case end(order: [ItemID], gone: [ItemID])
    /// A line without an item: an empty one, or one that a search writes in addition to its results.
    case nothing
    case nonsense(String)

    init(_ line: String) {
        let text = String(line.trimmingWhitespace())
        guard text.hasPrefix("{") else {
            let id = text.isRow ? nil : ItemID(typed: text)
            self = text.isEmpty ? .nothing : id.map(Self.item) ?? .nonsense(text)
            return
        }
        // If a line is too long, its beginning is available, which contains the names.
        guard let root = try? JSONDocument(Array(text.utf8), mode: .tolerant).root else {
            self = .nonsense(text)
            return
        }
        self = Self.read(root) ?? .nonsense(text)
    }

    /// Indicates whether the first line is that of a JSON document with results, which may be all of it.
    static func beginsDocument(_ line: String) -> Bool {
        let text = line.trimmingWhitespace()
        guard text != "{" else { return true }
        return text.hasPrefix("{") && (try? JSONDocument(Array(text.utf8)).root["items"].exists) == true
    }

    /// The error for the first line of CSV or of a JSON list; nil for any other line.
    static func otherFormat(in line: String) -> CommandError? {
        let text = line.trimmingWhitespace()
        let name = text == "[" ? "a JSON list" : text.hasPrefix("id,") ? "CSV" : nil
        return name.map {
            CommandError.usage(
                "The input is \($0): give a list of IDs, or the output of a search with --format json or jsonl."
            )
        }
    }

    private static func read(_ root: JSONValue) -> WantedLine? {
        if let event = root["event"].string {
            guard event == "finished" else { return .nothing }
            // If another member follows the order, the order is complete.
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
    /// True for the line of a table: it contains a tab, or a comma that is followed by a kind.
    fileprivate var isRow: Bool {
        let columns = split(separator: ",", maxSplits: 2)
        return contains("\t") || columns.count > 1 && Kind(rawValue: String(columns[1])) != nil
    }
}
