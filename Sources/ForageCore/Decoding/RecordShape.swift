internal import JSON

/// What a service documents of every one of its records, whether or not an item could do without it.
///
/// ```swift
/// static let shape: RecordShape = [
///     "description": .text.orNothing, "user": .object, "user/name": .text, "tags/*/title": .text.orMissing,
/// ]
/// ```
///
/// Optional facts are read in silence: that one photo has no description is no news. But where not one record of an
/// answer is as all are documented to be, the service has changed. What is required of a record need not stand here.
package struct RecordShape: Sendable, ExpressibleByDictionaryLiteral {
    private let members: [Member]

    /// What a member looks like.
    package struct Form: Sendable {
        /// A bit for each kind: a set would hash the kind of every value that is looked at.
        private let kinds: UInt8
        private var isOfTexts = false
        private var mayBeEmpty = false
        fileprivate private(set) var mayBeMissing = false

        private init(_ kinds: [JSONValue.Kind]) { self.kinds = kinds.reduce(0) { $0 | Self.bit($1) } }

        private static func bit(_ kind: JSONValue.Kind) -> UInt8 { 1 << kind.rawValue }

        /// A string, or a number that names something.
        package static let text = Form([.string, .number])
        /// A number, maybe in quotes.
        package static let number = Form([.number])
        /// True or false.
        package static let flag = Form([.bool])
        /// A list.
        package static let list = Form([.array])
        /// A value with members of its own.
        package static let object = Form([.object])
        /// A text, or a list of them where there are several.
        package static let texts: Form = {
            var form = Form([.string, .number, .array])
            form.isOfTexts = true
            return form
        }()

        /// That, or null, or empty, where there is nothing to say.
        package var orNothing: Form {
            var form = self
            form.mayBeEmpty = true
            return form
        }

        /// That, or nothing, or not even the member.
        package var orMissing: Form {
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

    /// Takes the members by where they are in a record: names with `/` between them, and `*` for any place in a list.
    package init(dictionaryLiteral members: (String, Form)...) { self.init(members) }

    /// Takes the members by where they are in a record.
    package init(_ members: [(String, Form)]) {
        self.members = members.map { path, form in
            Member(steps: path.split(separator: "/").map(String.init), form: form)
        }
    }
}

extension RecordShape {
    /// The members that no record has as documented, and in how many of them that shows.
    func changes(in records: [JSONValue]) -> [(field: JSONValue, count: Int)] {
        members.compactMap { member in
            // What is well shows in the first records; only where it does not are all of them looked at.
            guard member.strange(in: records.prefix(4)) != nil else { return nil }
            return member.strange(in: records[...]).map { ($0.place, $0.count) }
        }
    }
}

/// How a member of one record looks.
private enum Sight {
    case asDocumented
    /// It may be missing, or what it would stand in is.
    case absent
    /// It should be here.
    case strange(JSONValue)
}

/// A member by where it is, and what it looks like.
private struct Member {
    let steps: [String]
    let form: RecordShape.Form

    /// Where it is not as documented in the first record that shows it, and in how many it is so; nil if one has it.
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

    /// How it looks in a value that is so many steps on the way to it.
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
