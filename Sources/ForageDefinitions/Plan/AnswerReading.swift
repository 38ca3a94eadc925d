internal import JSON

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
