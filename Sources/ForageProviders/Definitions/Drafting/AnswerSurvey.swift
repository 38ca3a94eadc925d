internal import ForageCore
internal import JSON

/// The fields of the records in an answer, as far as they can be told without knowing the service.
struct AnswerSurvey {
    /// The pointer to the list of records, with `*` at its end if the records are members of an object.
    let list: String
    let records: [JSONValue]
    let fields: [Field]
    /// The numbers outside the list, by their pointers.
    let numbers: [String]

    /// A member of the records.
    struct Field {
        /// The pointer from the record, with `*` for any element of a list.
        let path: String
        /// The words in the last name on the path, in small letters.
        let words: [String]
        /// The words in the names before it.
        let context: Set<String>
        let depth: Int
        let isList: Bool
        let isNumber: Bool
        /// The text of each record that has the field.
        let texts: [String]
    }

    private static let greatestRecordCount = 30
    private static let greatestFieldCount = 400
    private static let greatestDepth = 6

    /// Surveys an answer; nil if there is no list of records.
    init?(_ root: JSONValue) {
        var search = ListSearch(root)
        guard let best = search.best() else { return nil }
        list = best.path
        records = best.records
        numbers = search.numbers
        var collector = FieldCollector()
        for record in best.records { collector.visit(record) }
        fields = collector.fields
    }

    /// Searches for the list that holds the records: the one with most of the answer in it.
    private struct ListSearch {
        private(set) var numbers: [String] = []
        private var found: [(path: String, records: [JSONValue], score: Double)] = []
        private let size: Double

        init(_ root: JSONValue) {
            size = Double(max(1, root.byteRange.count))
            visit(root, JSONPointer(), 0)
        }

        mutating func best() -> (path: String, records: [JSONValue])? {
            found.max { $0.score < $1.score }.map { ($0.path, $0.records) }
        }

        private mutating func visit(_ value: JSONValue, _ path: JSONPointer, _ depth: Int) {
            guard depth < AnswerSurvey.greatestDepth else { return }
            switch value.kind {
            case .array:
                note(
                    Array(value.elements.prefix(AnswerSurvey.greatestRecordCount)), in: value,
                    at: path.description, depth)
            case .object:
                let members = Array(value.members.prefix(200))
                let inner = members.map(\.value)
                // The members of an object are records if their names are numbers.
                if members.count > 1, members.allSatisfy({ Int($0.key) != nil && $0.value.kind == .object }) {
                    note(
                        Array(inner.prefix(AnswerSurvey.greatestRecordCount)), in: value, at: "\(path)/*",
                        depth)
                    return
                }
                for member in members {
                    if member.value.kind == .number { numbers.append(path.appending(member.key).description) }
                    visit(member.value, path.appending(member.key), depth + 1)
                }
            default: break
            }
        }

        private mutating func note(
            _ records: [JSONValue], in list: JSONValue, at path: String, _ depth: Int
        ) {
            guard records.contains(where: { $0.kind == .object }) else { return }
            let share = Double(list.byteRange.count) / size
            found.append((path, records.filter { $0.kind == .object }, share - 0.02 * Double(depth)))
        }
    }

    /// Collects the members of all records.
    private struct FieldCollector {
        private var order: [String] = []
        private var found: [String: Field] = [:]

        var fields: [Field] { order.compactMap { found[$0] } }

        mutating func visit(_ record: JSONValue) {
            var met: Set<String> = []
            visit(record, [], &met)
        }

        private mutating func visit(_ value: JSONValue, _ path: [String], _ met: inout Set<String>) {
            guard path.count <= AnswerSurvey.greatestDepth else { return }
            switch value.kind {
            case .object:
                for member in value.members.prefix(100) { visit(member.value, path + [member.key], &met) }
            case .array:
                let elements = Array(value.elements.prefix(5))
                if elements.contains(where: { $0.kind == .object }) {
                    for element in elements { visit(element, path + ["*"], &met) }
                } else {
                    note(value.plainTexts.first, path, isList: true, isNumber: false, &met)
                }
            case .string, .number, .bool:
                note(value.plainText, path, isList: false, isNumber: value.kind == .number, &met)
            case .missing, .null: break
            }
        }

        private mutating func note(
            _ text: String?, _ path: [String], isList: Bool, isNumber: Bool, _ met: inout Set<String>
        ) {
            let pointer = JSONPointer(tokens: path).description
            guard let text, met.insert(pointer).inserted else { return }
            if found[pointer] == nil {
                guard order.count < AnswerSurvey.greatestFieldCount else { return }
                order.append(pointer)
            }
            let names = path.filter { $0 != "*" && Int($0) == nil }
            found[pointer] = Field(
                path: pointer, words: (names.last ?? "").nameWords,
                context: Set(names.dropLast().flatMap(\.nameWords)), depth: path.count, isList: isList,
                isNumber: isNumber, texts: (found[pointer]?.texts ?? []) + [String(text.prefix(500))])
        }
    }
}

extension String {
    /// The words in the name of a member, in small letters: `page` and `url` for `pageURL` and `page_url`.
    var nameWords: [String] {
        var words: [String] = []
        var word = ""
        var last: Character = " "
        for sign in self {
            guard sign.isLetter || sign.isNumber else {
                words.append(word)
                word = ""
                last = sign
                continue
            }
            if sign.isUppercase, last.isLowercase {
                words.append(word)
                word = ""
            }
            word += sign.lowercased()
            last = sign
        }
        return (words + [word]).filter { !$0.isEmpty }
    }
}
