import ForageCore
import JSON
import TestPlaces

@testable import ForageProviders

/// A seeded change of the shape of a shipped sample, which the definition can then no longer read in full.
struct ShapeChange {
    let name: String
    let definition: [UInt8]
    /// The changed answer.
    let answer: [UInt8]
    /// The items in the answer before the change.
    let expected: [[UInt8]]
    /// The change in words.
    let words: String
    private let request: ProviderRequest

    /// Returns nil if the definition has no suitable sample, or reads the changed answer as before.
    init?(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        name = Shipped.names[seed % Shipped.names.count]
        definition = try Shipped.bytes(name)
        let whole = try Shipped.definition(name)
        let plan = try whole.checkedPlan()
        let check = SampleCheck(text: whole.text, info: whole.info, plan: plan)
        let first = whole.text.root["samples"].elements.first {
            $0["items"].count > 0 && $0["following"].isMissing
        }
        guard plan.format == .json, let sample = first else { return nil }
        request = try check.request(sample["request"])
        var tree = Tree(sample["body"])
        // In half of the cases, the service is asked for something else than in the sample.
        if seed.isMultiple(of: 2) { tree = tree.withOtherValues(by: Int.random(in: 1...8, using: &random)) }
        let before = JSONWriter.bytes { tree.write(to: &$0) }
        expected = try Self.items(before, request, whole, plan)
        guard !expected.isEmpty else { return nil }

        let list: [String] =
            if case .list(let path, _)? = plan.place(for: request) {
                (JSONPointer(path.description)?.tokens ?? []) + ["*"]
            } else if case .record(let path)? = plan.place(for: request) {
                JSONPointer(path.description)?.tokens ?? []
            } else { [] }
        let used = plan.mentions.filter {
            $0.part == .item && $0.path.isFromRecord && $0.path.description != "@"
        }
        guard let mention = used.randomElement(using: &random) else { return nil }
        var tokens = list
        for inner in mention.lists { tokens += (JSONPointer(inner.description)?.tokens ?? []) + ["*"] }
        tokens += JSONPointer(mention.path.description)?.tokens ?? []
        let names = tokens.indices.filter { tokens[$0] != "*" && Int(tokens[$0]) == nil }
        guard let place = names.randomElement(using: &random) else { return nil }
        let kind = Change.allCases.randomElement(using: &random) ?? .rename
        let word = Self.words.randomElement(using: &random) ?? "x"
        let key = tokens[place]
        let new =
            [key + "_" + word, word + key.prefix(1).uppercased() + key.dropFirst(), word].randomElement(
                using: &random) ?? word
        words = "\(kind) /\(tokens[...place].joined(separator: "/")) to \(new)"
        tree = tree.changed(at: tokens[..<place], key, kind, new)
        answer = JSONWriter.bytes { tree.write(to: &$0) }
        guard (try? Self.items(answer, request, whole, plan)) != expected else { return nil }
    }

    private static let words = [
        "value", "data", "info", "text", "entry", "attributes", "main", "details", "zeta",
    ]

    enum Change: CaseIterable { case rename, nest, wrap, list, swap }

    private static func items(
        _ body: [UInt8], _ request: ProviderRequest, _ definition: Definition, _ plan: Plan
    ) throws -> [[UInt8]] {
        try plan.page(of: Response(body: body), for: request, of: definition.info).drafts.map { draft in
            JSONWriter.bytes { draft.write(to: &$0) }
        }
    }

    /// The items that another definition reads from the changed answer.
    func items(with definition: [UInt8]) throws -> [[UInt8]] {
        let definition = try Definition(definition, at: "mended.json")
        return try Self.items(answer, request, definition, definition.unfinishedPlan())
    }
}

/// A JSON value that can be changed.
private indirect enum Tree {
    case object([(key: String, value: Tree)])
    case list([Tree])
    case text(String)
    /// A number, a flag or null as it is written.
    case literal(String)

    init(_ json: JSONValue) {
        self =
            switch json.kind {
            case .object: .object(json.members.map { ($0.key, Tree($0.value)) })
            case .array: .list(json.elements.map { Tree($0) })
            case .string: .text(json.string ?? "")
            default: .literal(JSONWriter.text { $0.value(json) })
            }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .object(let members):
            writer.object { writer in
                for member in members { writer.member(member.key) { member.value.write(to: &$0) } }
            }
        case .list(let elements):
            writer.array { writer in
                for element in elements { element.write(to: &writer) }
            }
        case .text(let text): writer.string(text)
        case .literal(let text):
            if text == "null" {
                writer.null()
            } else if let flag = Bool(text) {
                writer.bool(flag)
            } else {
                writer.number(asWritten: text)
            }
        }
    }

    /// Changes a member of every value at a path.
    func changed(at path: ArraySlice<String>, _ key: String, _ change: ShapeChange.Change, _ new: String)
        -> Tree
    {
        guard let step = path.first else { return changed(key, change, new) }
        func next(_ tree: Tree) -> Tree { tree.changed(at: path.dropFirst(), key, change, new) }
        switch self {
        case .object(let members):
            return .object(
                members.map { ($0.key, step == "*" || $0.key == step ? next($0.value) : $0.value) })
        case .list(let elements):
            return .list(
                elements.enumerated().map {
                    step == "*" || step == String($0.offset) ? next($0.element) : $0.element
                })
        default: return self
        }
    }

    private func changed(_ key: String, _ change: ShapeChange.Change, _ new: String) -> Tree {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                guard member.key == key else { return member }
                switch change {
                case .rename: return (new, member.value)
                case .nest: return (new, .object([(key, member.value)]))
                case .wrap: return (key, .object([(new, member.value)]))
                case .list: return (key, .list([member.value]))
                case .swap: return (key, member.value.swapped)
                }
            })
    }

    /// A number as a text, a text as an object with a language, an object as a list.
    private var swapped: Tree {
        switch self {
        case .literal(let text): .text(text)
        case .text: .object([("en", self)])
        case .object: .list([self])
        case .list(let elements): elements.first ?? self
        }
    }

    /// The same shape with other IDs, names and texts.
    func withOtherValues(by shift: Int) -> Tree {
        switch self {
        case .object(let members): .object(members.map { ($0.key, $0.value.withOtherValues(by: shift)) })
        case .list(let elements): .list(elements.map { $0.withOtherValues(by: shift) })
        case .text(let text): .text(DateForm.any.date(text) == nil ? text.shifted(by: shift) : text)
        case .literal(let text): .literal(Int(text) == nil ? text : text.shifted(by: shift))
        }
    }
}

extension String {
    /// The text with other digits, and other letters if it has several words. The first digit of a number is not 0.
    fileprivate func shifted(by shift: Int) -> String {
        let isProse = contains(" ") && !contains("://") && !contains("<")
        return String(
            map { sign in
                if let digit = sign.wholeNumberValue, sign.isASCII, digit > 0 {
                    return Character(String((digit - 1 + shift) % 9 + 1))
                }
                guard isProse, let code = sign.asciiValue, (97...122).contains(code) else { return sign }
                return Character(UnicodeScalar((code - 97 + UInt8(shift)) % 26 + 97))
            })
    }
}
