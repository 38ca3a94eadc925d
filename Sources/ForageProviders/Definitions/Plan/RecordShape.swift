internal import ForageCore
internal import JSON

/// The documented members of a service's records, including those that items do not need.
///
/// ```swift
/// static let shape: RecordShape = [
///     "description": .text.orNothing, "user": .object, "user/name": .text, "tags/*/title": .text.orMissing,
/// ]
/// ```
///
/// A single record without an optional member is not reported. But if none of the records in a response has a member as
/// it is documented, the service has changed. Required members need not be listed here.
struct RecordShape: Sendable, ExpressibleByDictionaryLiteral {
    private let members: [Member]

    /// The form of a member.
    struct Form: Sendable {
        /// A bit for each kind, since hashing the kind of every value in a set would be slower.
        private let kinds: UInt8
        private var isOfTexts = false
        private var mayBeEmpty = false
        fileprivate private(set) var mayBeMissing = false

        private init(_ kinds: [JSONValue.Kind]) { self.kinds = kinds.reduce(0) { $0 | Self.bit($1) } }

        private static func bit(_ kind: JSONValue.Kind) -> UInt8 { 1 << kind.rawValue }

        /// A string, or a number used as a name.
        static let text = Form([.string, .number])
        /// A number, possibly in quotes.
        static let number = Form([.number])
        /// True or false.
        static let flag = Form([.bool])
        /// A list.
        static let list = Form([.array])
        /// A value with members of its own.
        static let object = Form([.object])
        /// A text, or a list of texts.
        static let texts: Form = {
            var form = Form([.string, .number, .array])
            form.isOfTexts = true
            return form
        }()

        /// This form, or null or empty.
        var orNothing: Form {
            var form = self
            form.mayBeEmpty = true
            return form
        }

        /// This form, or null, empty or missing.
        var orMissing: Form {
            var form = orNothing
            form.mayBeMissing = true
            return form
        }

        fileprivate func fits(_ value: JSONValue) -> Bool {
            switch value.kind {
            case .missing: false
            case .null: mayBeEmpty
            case .string where value.byteRange.count <= "\"\"".utf8.count: mayBeEmpty
            case .string where takes(.number): takes(.string) || value.isNumberInQuotes
            case .array where isOfTexts && !value.isEmpty: value.elements.contains(where: Form.text.fits)
            case .array, .object: takes(value.kind) && (mayBeEmpty || !value.isEmpty)
            default: takes(value.kind)
            }
        }

        private func takes(_ kind: JSONValue.Kind) -> Bool { kinds & Self.bit(kind) != 0 }
    }

    /// Creates a shape from paths in a record: names separated by `/`, with `*` for any index in a list.
    init(dictionaryLiteral members: (String, Form)...) { self.init(members) }

    /// Creates a shape from paths in a record.
    init(_ members: [(String, Form)]) {
        self.members = members.map { path, form in
            Member(steps: path.split(separator: "/").map(String.init), form: form)
        }
    }
}

extension DraftReader {
    /// Notes each documented field that is missing from all of the records or differs in all of them.
    mutating func compare(_ records: [Field], with shape: RecordShape) {
        for change in shape.changes(in: records.map(\.value).filter { $0.isComplete && $0.kind == .object }) {
            note(change: Field(change.field), in: change.count)
        }
    }
}

extension RecordShape {
    /// The members that differ from the documentation in all records, with the number of records that show it.
    func changes(in records: [JSONValue]) -> [(field: JSONValue, count: Int)] {
        members.compactMap { member in
            // Valid members are found in the first records; all records are checked only for the others.
            guard member.strange(in: records.prefix(4)) != nil else { return nil }
            return member.strange(in: records[...]).map { ($0.place, $0.count) }
        }
    }
}

/// The state of a member in one record.
private enum Sight {
    case asDocumented
    /// It is missing and may be, or the value that would contain it is missing.
    case absent
    /// It is missing or differs, contrary to the documentation.
    case strange(JSONValue)
}

/// A member with its path and its form.
private struct Member {
    let steps: [String]
    let form: RecordShape.Form

    /// The place of the first difference and the number of records with one; nil if a record has the member as
    /// documented.
    func strange(in records: ArraySlice<JSONValue>) -> (place: JSONValue, count: Int)? {
        var strange: (place: JSONValue, count: Int)?
        for record in records {
            switch sight(in: record) {
            case .asDocumented: return nil
            case .absent: break
            case .strange(let place): strange = (strange?.place ?? place, (strange?.count ?? 0) + 1)
            }
        }
        return strange
    }

    /// The state of the member in a value after this number of steps on its path.
    private func sight(in value: JSONValue, after count: Int = 0) -> Sight {
        guard count < steps.count else {
            if value.isMissing, form.mayBeMissing { return .absent }
            return form.fits(value) ? .asDocumented : .strange(value)
        }
        if steps[count] == "*" { return sight(inAnyOf: value.elements, after: count + 1) }
        guard value.kind == .object, !value.isEmpty else { return .absent }
        return sight(in: value[steps[count]], after: count + 1)
    }

    private func sight(inAnyOf elements: JSONElements, after count: Int) -> Sight {
        var strange: JSONValue?
        for element in elements {
            switch sight(in: element, after: count) {
            case .asDocumented: return .asDocumented
            case .absent: break
            case .strange(let place): strange = strange ?? place
            }
        }
        return strange.map(Sight.strange) ?? .absent
    }
}

extension JSONValue {
    fileprivate var isNumberInQuotes: Bool { flexibleInt != nil || text.flatMap({ Double($0) }) != nil }
}
