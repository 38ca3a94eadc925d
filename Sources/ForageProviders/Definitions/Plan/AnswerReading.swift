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
        let value = path.value(fromRootOf: self)
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
    /// The item, an element of one of its lists, or the root of the answer.
    let record: JSONValue
    /// The records and elements around it, from the outermost.
    let outer: [JSONValue]

    init(_ answer: AnswerReading) { self.init(answer, answer.root) }

    init(_ answer: AnswerReading, _ record: JSONValue, outer: [JSONValue] = []) {
        self.answer = answer
        self.record = record
        self.outer = outer
    }

    /// Returns a scope in the same answer with another record.
    func with(_ record: JSONValue, outer: [JSONValue] = []) -> AnswerScope {
        AnswerScope(answer, record, outer: outer)
    }

    /// Returns the scope of a value inside the record.
    func inside(_ element: JSONValue) -> AnswerScope {
        AnswerScope(answer, element, outer: outer + [record])
    }

    /// Returns the scopes of all elements of nested lists.
    func elements(of lists: [AnswerPath]) -> [AnswerScope] {
        lists.reduce([self]) { scopes, list in
            scopes.flatMap { scope in list.elements(in: scope).map(scope.inside) }
        }
    }

    /// Returns a text, number or Boolean as a text; for a list, its first element.
    func text(at path: AnswerPath) -> String? {
        guard answer.spend(Self.effortOfLooking) else { return nil }
        let text =
            path.hasAny
            ? path.values(in: self).firstResult(\.plainText)
            : path.name(in: self) ?? path.value(in: self).plainText
        guard let text else { return nil }
        return answer.spend(text.utf8.count) ? text : nil
    }

    /// Returns the texts of a list, or the one text of any other value.
    func texts(at path: AnswerPath) -> [String] {
        guard answer.spend(Self.effortOfLooking) else { return [] }
        if let name = path.name(in: self) { return [name] }
        let texts = path.values(in: self).flatMap(\.plainTexts)
        return answer.spend(texts.reduce(0) { $0 + $1.utf8.count }) ? texts : []
    }

    /// The cost of a lookup, as a number of bytes of text.
    static let effortOfLooking = 32
}

extension Array {
    /// Returns the first result that is not nil.
    func firstResult<Result>(_ find: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = find(element) { return result }
        }
        return nil
    }
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
