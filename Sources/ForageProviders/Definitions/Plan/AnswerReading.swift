internal import ForageCore
internal import JSON
internal import Markup

/// An answer that is being read. It limits the work, because the definition may be untrusted.
final class AnswerReading {
    /// The root of the answer.
    let root: JSONValue
    private var room: Int
    private var known: [AnswerPath: JSONValue] = [:]

    init(_ root: JSONValue) {
        self.root = root
        room = Self.leastRoom + Self.roomForByte * root.byteRange.count
    }

    /// Indicates whether the limit of work for the answer is exceeded.
    var isExhausted: Bool { room < 0 }

    /// Returns the value at a path from the root. The value is cached, because an answer may be large.
    func value(at path: AnswerPath) -> JSONValue {
        if let value = known[path] { return value }
        let value = path.value(from: root)
        known[path] = value
        return value
    }

    /// Subtracts an effort from the remaining allowance, and returns false if the allowance is exceeded.
    func spend(_ effort: Int) -> Bool {
        room -= effort
        return room >= 0
    }

    /// The effort allowed for each byte. Most definitions read each byte once and need little more.
    private static let roomForByte = 8
    private static let leastRoom = 4 << 20
}

/// The values from which a value of an item is read.
struct AnswerScope {
    let answer: AnswerReading
    /// The item, or the root of the answer.
    let record: JSONValue

    init(_ answer: AnswerReading) { self.init(answer, answer.root) }

    init(_ answer: AnswerReading, _ record: JSONValue) {
        self.answer = answer
        self.record = record
    }

    /// Returns a scope in the same answer with another record.
    func with(_ record: JSONValue) -> AnswerScope { AnswerScope(answer, record) }

    /// Returns a text, number or Boolean as a text; for a list, its first element.
    func text(at path: AnswerPath) -> String? {
        guard answer.spend(Self.effortOfLooking), let text = path.value(in: self).plainText else {
            return nil
        }
        return answer.spend(text.utf8.count) ? text : nil
    }

    /// Returns the texts of a list, or the one text of any other value.
    func texts(at path: AnswerPath) -> [String] {
        guard answer.spend(Self.effortOfLooking) else { return [] }
        let texts = path.value(in: self).plainTexts
        return answer.spend(texts.reduce(0) { $0 + $1.utf8.count }) ? texts : []
    }

    /// The cost of a lookup, as a number of bytes of text.
    private static let effortOfLooking = 32
}

/// A path in an answer, from the current item or from the root of the answer.
struct AnswerPath: Hashable, Sendable, CustomStringConvertible {
    let isFromRoot: Bool
    private let pointer: JSONPointer

    /// The maximum depth of a path, which is more than any real answer needs.
    private static let greatestStepCount = 32

    /// Parses a path such as `/data/0/title`, or `#/config/url` from the root; returns nil for an invalid path.
    init?(_ text: String) {
        isFromRoot = text.hasPrefix("#")
        guard let pointer = JSONPointer(isFromRoot ? String(text.dropFirst()) : text),
            pointer.tokens.count <= Self.greatestStepCount
        else { return nil }
        self.pointer = pointer
    }

    private init() {
        isFromRoot = false
        pointer = JSONPointer()
    }

    /// The empty path, which leads to the current record.
    static let start = AnswerPath()

    func value(in scope: AnswerScope) -> JSONValue {
        isFromRoot ? scope.answer.value(at: self) : value(from: scope.record)
    }

    /// Returns the value at this path from a given value.
    func value(from start: JSONValue) -> JSONValue { start[pointer] }

    var description: String { (isFromRoot ? "#" : "") + pointer.description }
}

/// A feed, converted to the JSON to which a definition's pointers refer.
///
/// `{"channel": {"title": "…"}, "items": [{"title": "…", "enclosure@url": "…", "category": ["…", "…"]}]}`
struct FeedDocument {
    /// The reader of the feed's items.
    let reader: DraftReader

    init(_ response: Response) throws(ProviderError) {
        let feed: Feed
        do throws(FeedError) {
            feed = try Feed(response.body.span.bytes)
        } catch {
            throw .unreadable("The answer cannot be read as RSS or Atom. \(error)")
        }
        if let damage = feed.damage, feed.items.isEmpty { throw .unreadable(damage) }
        let bytes = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("channel") { $0.element(feed.channel) }
                writer.member("items", all: feed.items) { $0.element($1) }
            }
        }
        do throws(JSONError) {
            reader = DraftReader(try JSONDocument(bytes).root, damage: feed.damage)
        } catch {
            throw .unreadable("The feed is too large. \(error)")
        }
    }
}

extension JSONWriter {
    /// Writes the content of an element. Parts with the same name become a list.
    fileprivate mutating func element(_ element: FeedElement) {
        let groups = Dictionary(grouping: element.parts, by: \.name)
        var written: Set<String> = []
        object { writer in
            for part in element.parts where written.insert(part.name).inserted {
                let twins = groups[part.name] ?? []
                if twins.count == 1 {
                    writer.member(part.name) { $0.content(part.content) }
                } else {
                    writer.member(part.name, all: twins) { $0.content($1.content) }
                }
            }
        }
    }

    private mutating func content(_ content: FeedElement.Content) {
        switch content {
        case .text(let text): string(text)
        case .element(let inner): element(inner)
        }
    }
}
