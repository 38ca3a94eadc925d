internal import ForageCore
internal import JSON
internal import Markup

/// One answer while it is read. A stranger says what is made of it, so it keeps count of how much.
final class AnswerReading {
    /// The outermost value of the answer.
    let root: JSONValue
    private var room: Int
    private var known: [AnswerPath: JSONValue] = [:]

    init(_ root: JSONValue) {
        self.root = root
        room = Self.leastRoom + Self.roomForByte * root.byteRange.count
    }

    /// Whether more was to be made of the answer than is made of any.
    var isExhausted: Bool { room < 0 }

    /// What is at a place that is the same for every item; looked for once, because an answer may be large.
    func value(at path: AnswerPath) -> JSONValue {
        if let value = known[path] { return value }
        let value = path.value(from: root)
        known[path] = value
        return value
    }

    /// Takes from what may still be done; false when nothing more may.
    func spend(_ effort: Int) -> Bool {
        room -= effort
        return room >= 0
    }

    /// Each byte of an answer is read once by most definitions, and a little more is made of it.
    private static let roomForByte = 8
    private static let leastRoom = 4 << 20
}

/// What a value is read of.
struct AnswerScope {
    let answer: AnswerReading
    /// The item, or the outermost value of the answer.
    let record: JSONValue

    init(_ answer: AnswerReading) { self.init(answer, answer.root) }

    init(_ answer: AnswerReading, _ record: JSONValue) {
        self.answer = answer
        self.record = record
    }

    /// The same answer, where another value is read of.
    func with(_ record: JSONValue) -> AnswerScope { AnswerScope(answer, record) }

    /// A text, a number or a yes or no as a text; of a list, its first.
    func text(at path: AnswerPath) -> String? {
        guard answer.spend(Self.effortOfLooking), let text = path.value(in: self).plainText else {
            return nil
        }
        return answer.spend(text.utf8.count) ? text : nil
    }

    /// The texts of a list; of anything else, its one text.
    func texts(at path: AnswerPath) -> [String] {
        guard answer.spend(Self.effortOfLooking) else { return [] }
        let texts = path.value(in: self).plainTexts
        return answer.spend(texts.reduce(0) { $0 + $1.utf8.count }) ? texts : []
    }

    /// Looking something up costs as much as so many bytes of text.
    private static let effortOfLooking = 32
}

/// A place in an answer, from the item that is read or from the outermost value.
struct AnswerPath: Hashable, Sendable, CustomStringConvertible {
    let isFromRoot: Bool
    private let pointer: JSONPointer

    /// No answer is nested deeper for good reasons.
    private static let greatestStepCount = 32

    /// Reads `/data/0/title`, or `#/config/url` from the outermost value; nil for what is neither.
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

    /// Where one reads from.
    static let start = AnswerPath()

    func value(in scope: AnswerScope) -> JSONValue {
        isFromRoot ? scope.answer.value(at: self) : value(from: scope.record)
    }

    /// What the path leads to from a value.
    func value(from start: JSONValue) -> JSONValue { start[pointer] }

    var description: String { (isFromRoot ? "#" : "") + pointer.description }
}

/// A feed as the JSON that a definition's pointers lead through.
///
/// `{"channel": {"title": "…"}, "items": [{"title": "…", "enclosure@url": "…", "category": ["…", "…"]}]}`
struct FeedDocument {
    /// What reads its items.
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
    /// Writes what is inside an element; what is there several times becomes a list.
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
