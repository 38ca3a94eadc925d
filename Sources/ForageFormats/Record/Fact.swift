package import ForageCore

/// A value in the documented form of a result, independent of the output format.
package enum Fact: Hashable, Sendable {
    case text(String)
    case whole(Int)
    case decimal(Double)
    case list([Fact])
    case record(Record)

    package init?(_ text: String?) {
        guard let text else { return nil }
        self = .text(text)
    }

    /// Indicates whether it contains nothing, so that it must not be written.
    var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .whole: false
        case .decimal(let number): !number.isFinite
        case .list(let facts): facts.isEmpty
        case .record(let record): record.members.isEmpty
        }
    }

    var isRecord: Bool {
        if case .record = self { true } else { false }
    }
}

/// Named facts in their documented order. Empty texts, lists and records are omitted.
package struct Record: Hashable, Sendable {
    struct Member: Hashable, Sendable {
        let name: String
        let fact: Fact

        /// Indicates whether it is a web address, which can be a link.
        var isAddress: Bool { name == "url" || name == "pageURL" }
    }

    private(set) var members: [Member] = []

    package init() {}

    package init(_ facts: KeyValuePairs<String, Fact?>) {
        members.reserveCapacity(facts.count)
        for (name, fact) in facts { add(name, fact) }
    }

    init(_ facts: [(name: String, fact: Fact?)]) {
        for (name, fact) in facts { add(name, fact) }
    }

    mutating func add(_ name: String, _ fact: Fact?) {
        if let fact, !fact.isEmpty { members.append(Member(name: name, fact: fact)) }
    }

    /// Every fact that is not a record, with its dotted name.
    var leaves: [Member] {
        members.flatMap { member in
            guard case .record(let record) = member.fact else { return [member] }
            return record.leaves.map { Member(name: "\(member.name).\($0.name)", fact: $0.fact) }
        }
    }

    private init(members: [Member]) {
        self.members = members
    }

    /// The fact at a dotted path; in a list, the facts of all elements at that path.
    func fact(at path: FieldPath) -> Fact? {
        guard let name = path.names.first, let fact = members.first(where: { $0.name == name })?.fact else {
            return nil
        }
        return fact.fact(at: path.rest)
    }

    /// The record reduced to these paths.
    func selecting(_ paths: [FieldPath]) -> Record {
        Record(
            members: members.compactMap { member in
                let paths = paths.filter { $0.names.first == member.name }.map(\.rest)
                guard !paths.isEmpty, let fact = member.fact.selecting(paths) else { return nil }
                return Member(name: member.name, fact: fact)
            })
    }
}

extension Fact {
    fileprivate func fact(at path: FieldPath) -> Fact? {
        if path.names.isEmpty { return self }
        switch self {
        case .record(let record): return record.fact(at: path)
        case .list(let facts):
            let found = Fact.list(facts.compactMap { $0.fact(at: path) })
            return found.isEmpty ? nil : found
        case .text, .whole, .decimal: return nil
        }
    }

    fileprivate func selecting(_ paths: [FieldPath]) -> Fact? {
        if paths.contains(where: \.names.isEmpty) { return self }
        let selected: Fact
        switch self {
        case .record(let record): selected = .record(record.selecting(paths))
        case .list(let facts): selected = .list(facts.compactMap { $0.selecting(paths) })
        case .text, .whole, .decimal: return nil
        }
        return selected.isEmpty ? nil : selected
    }
}

/// The path to a fact of an item: `title`, `creator.name`.
struct FieldPath: Hashable, Sendable {
    let names: ArraySlice<String>

    init(_ text: String) {
        names = text.split(separator: ".").map(String.init)[...]
    }

    private init(names: ArraySlice<String>) {
        self.names = names
    }

    var rest: FieldPath { FieldPath(names: names.dropFirst()) }
    var text: String { names.joined(separator: ".") }
}

/// The fields that a user selected, in their order.
package struct FieldSelection: Hashable, Sendable {
    let paths: [FieldPath]

    /// Reads a list as typed: `id,title,creator.name`.
    package init(_ typed: String) throws(QueryError) {
        var paths: [FieldPath] = []
        for part in typed.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.filter { !$0.isWhitespace }
            guard Self.names.contains(name) else { throw .option(Self.advice(on: name)) }
            if !paths.contains(FieldPath(name)) { paths.append(FieldPath(name)) }
        }
        self.paths = paths
    }

    private static func advice(on typed: String) -> String {
        let hint =
            nearestName(to: typed, among: names).map { "did you mean \($0)?" }
            ?? "the fields are " + names.filter { !$0.contains(".") }.joined(separator: ", ") + "."
        return typed.isEmpty ? "A field name is missing; \(hint)" : "Unknown field \"\(typed)\"; \(hint)"
    }

    /// Indicates whether it includes the explanation of a result's rank.
    package var hasExplanation: Bool { paths.contains { $0.names.first == "explain" } }

    private init(names: [String]) { paths = names.map(FieldPath.init) }

    /// The same selection with the ID.
    var withID: FieldSelection { FieldSelection(names: ["id"] + paths.map(\.text).filter { $0 != "id" }) }

    /// A column for every fact; the contents of a list share one column.
    static let columns = FieldSelection(
        names: names.filter { name in
            if name.hasPrefix("explain") { return false }
            if lists.contains(where: { name.hasPrefix($0 + ".") }) { return false }
            return lists.contains(name) || !names.contains { $0.hasPrefix(name + ".") }
        })

    /// The same columns and those of the explanation.
    static let explainedColumns = FieldSelection(
        names: columns.paths.map(\.text) + [
            "explain.score", "explain.sortedBy", "explain.round", "explain.turn.provider",
            "explain.turn.number", "explain.terms", "explain.merged", "explain.from",
        ])

    /// The facts of an item except the title and the credits, which are shown above and below.
    static let facts = FieldSelection(
        names: names.filter {
            !$0.contains(".") && !["title", "attribution", "sources", "explain"].contains($0)
        }
            + ["sources.provider", "sources.id", "sources.pageURL"])

    private static let lists = ["sources", "renditions"]

    /// All fields, in the order of the output.
    package static let names = Item.recordNames + Explanation.recordNames
}
