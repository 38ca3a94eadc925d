package import ForageCore
internal import JSON

/// A proposal to correct a definition whose service has changed its answers.
///
/// Each value that has moved gets an alternative, so that old and new answers can be read. A proposal is made only if the
/// definition with it reads its own samples and the new answer, with all that the samples have.
package struct DefinitionMend: Sendable {
    /// The corrected definition, with the new answer as a sample.
    package let json: [UInt8]
    /// The old and new pointers.
    package let moves: [Move]

    /// A value that has moved.
    package struct Move: Hashable, Sendable, CustomStringConvertible {
        package let old: String
        package let new: String

        package var description: String { "\(old) → \(new)" }
    }

    /// The reason why there is no proposal.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The definition is refused as it is.
        case refused(String)
        /// The definition has no sample of such a request.
        case noSample
        /// The answer is read as it should be.
        case unchanged
        /// The list of items, or the item, is not where it was.
        case noItems
        /// No place is similar enough for anything that is missing.
        case noMoves
        /// With these changes, the definition would not be right.
        case wrong([Move], String)

        package var description: String {
            switch self {
            case .refused(let reason): "the definition is refused as it is: \(reason)"
            case .noSample: "the definition has no sample of such a request"
            case .unchanged: "the definition reads this answer as it should; nothing has to be changed"
            case .noItems:
                "the list of items, or the item, is not where it was; correct \"items\" or \"record\" first"
            case .noMoves: "no value in this answer is similar enough to one that is missing"
            case .wrong(let moves, let reason):
                "the definition would not be right with \(moves.map(\.description).joined(separator: ", ")): \(reason)"
            }
        }
    }

    /// The kinds of requests, by the names that samples use.
    package enum Kind: String, Sendable, CaseIterable {
        case search, browse, details
    }

    /// Looks for corrections.
    ///
    /// - Parameters:
    ///   - bytes: The definition.
    ///   - path: Its path.
    ///   - response: The new answer.
    ///   - kind: The kind of request that it answers; nil for that of the first sample with items.
    /// - Throws: The reason why there is no proposal.
    package init(
        _ bytes: [UInt8], at path: String, reading response: Response, to kind: Kind?
    ) throws(Failure) {
        var work = try MendingWork(bytes, at: path)
        guard let sample = work.sample(of: kind) else { throw .noSample }
        if !work.findsItems(response, sample) { work = try work.findingItems(response, sample) }
        let moves = try work.moves(response, sample)
        let list =
            [work.list].compactMap(\.self)
            + moves.flatMap { map in map.value.map { Move(old: $0.key, new: $0.value) } }
            .sorted { ($0.old, $0.new) < ($1.old, $1.new) }
        guard !list.isEmpty else { throw work.needsNothing(response, sample) ? .unchanged : .noMoves }
        do throws(DefinitionError) {
            json = try work.corrected(by: moves, response, sample)
        } catch {
            throw .wrong(list, error.description)
        }
        if let fault = work.fault(of: json, response, sample) { throw .wrong(list, fault) }
        self.moves = list
    }
}

/// A definition that is being corrected.
struct MendingWork {
    /// The definition as it was.
    private let definition: Definition
    /// The place of the list of items, if it has moved.
    private(set) var list: DefinitionMend.Move?
    /// The plan of the definition, with the new place of the list.
    private var plan: Plan

    init(_ bytes: [UInt8], at path: String) throws(DefinitionMend.Failure) {
        do throws(DefinitionError) {
            definition = try Definition(bytes, at: path)
            plan = try definition.checkedPlan()
        } catch {
            throw .refused(error.description)
        }
    }

    private var check: SampleCheck { SampleCheck(text: definition.text, info: definition.info, plan: plan) }
    private var root: JSONValue { definition.text.root }

    func sample(of kind: DefinitionMend.Kind?) -> JSONValue? {
        root["samples"].elements.first { sample in
            let isWanted = kind.map { sample["request"][$0.rawValue].exists } ?? true
            return isWanted && sample["items"].count > 0 && sample["following"].isMissing
        }
    }

    /// Indicates whether the answer can be read as it is.
    func needsNothing(_ response: Response, _ sample: JSONValue) -> Bool {
        guard let request = try? check.request(sample["request"]),
            case .page(let page)? = try? plan.step(after: response, for: request, of: definition.info)
        else { return false }
        let usual = commonFields(of: sample)
        return !page.drafts.isEmpty && page.drift.isEmpty
            && page.drafts.allSatisfy { usual.isSubset(of: Self.fields(of: $0)) }
    }

    // MARK: - The list of items

    private func scopes(
        _ response: Response, _ sample: JSONValue
    ) -> (answer: AnswerScope, list: JSONValue?, items: [AnswerScope])? {
        (try? check.request(sample["request"])).flatMap { try? plan.scopes(of: response, for: $0) }
    }

    func findsItems(_ response: Response, _ sample: JSONValue) -> Bool {
        scopes(response, sample)?.items.contains { $0.record.hasContent } ?? false
    }

    /// Returns the same work with the new place of the list, or of the single item.
    func findingItems(
        _ response: Response, _ sample: JSONValue
    ) throws(DefinitionMend.Failure) -> MendingWork {
        let part = DefinitionMend.Kind.allCases.first { sample["request"][$0.rawValue].exists }
        let request = root[part?.rawValue ?? ""]
        let places = [request["record"], request["items"], root["items"]]
        guard let old = places.first(where: \.exists)?.string,
            let new = try? plan.reader(of: response).root.value,
            let answer = (try? check.response(sample)).flatMap({ try? plan.reader(of: $0).root.value }),
            let moved = PathMending(from: [answer], to: [new], enteringLists: false).moves(of: [old])[old]
        else { throw .noItems }
        var work = self
        let move = DefinitionMend.Move(old: old, new: moved)
        work.list = move
        let bytes = DefinitionRewriting(root, list: move).json(adding: nil)
        guard let plan = try? Definition(bytes, at: definition.path).unfinishedPlan() else { throw .noItems }
        work.plan = plan
        guard work.findsItems(response, sample) else { throw .noItems }
        return work
    }

    // MARK: - Moves

    /// The new pointers by the old ones, for each chain of lists inside an item. Pointers from the root of the answer are
    /// under `nil`.
    typealias Moves = [[String]?: [String: String]]

    func moves(_ response: Response, _ sample: JSONValue) throws(DefinitionMend.Failure) -> Moves {
        guard let new = scopes(response, sample) else { throw .noItems }
        let kind = sample["request"].members.first { _ in true }?.key ?? ""
        let old = root["samples"].elements.filter { $0["request"][kind].exists }.compactMap { sample in
            (try? check.response(sample)).flatMap { scopes($0, sample) }
        }
        var moves: Moves = [:]
        let answers = plan.mentions.filter { $0.part == .answer && $0.lists.isEmpty }.map(\.pointer)
        moves[nil] = PathMending(
            from: old.map(\.answer.record), to: [new.answer.record], enteringLists: false
        )
        .moves(of: answers)
        let items = plan.mentions.filter {
            $0.part == .item && $0.path.isFromRecord && $0.path.description != "@"
        }
        // The elements of a list are found only after the list itself.
        for lists in Set(items.map(\.lists)).sorted(by: { $0.count < $1.count }) {
            let chain = lists.map(\.description)
            let moved = chain.indices.map { moves[Array(chain[..<$0])]?[chain[$0]] ?? chain[$0] }.compactMap(
                AnswerPath.init)
            let before = old.flatMap(\.items).flatMap { $0.elements(of: lists) }.map(\.record)
            let after = new.items.flatMap { $0.elements(of: moved) }.map(\.record)
            let paths = items.filter { $0.lists == lists }.map(\.path.description)
            moves[chain] = PathMending(from: before, to: after, enteringLists: true).moves(of: paths.distinct)
        }
        return moves.filter { !$0.value.isEmpty }
    }

    // MARK: - The corrected definition

    func corrected(
        by moves: Moves, _ response: Response, _ sample: JSONValue
    ) throws(DefinitionError) -> [UInt8] {
        let rewriting = DefinitionRewriting(
            root, moves, list: list, records: scopes(response, sample)?.items.map(\.record) ?? [])
        let unproved = rewriting.json(adding: nil)
        let trial = try Definition(unproved, at: definition.path)
        let plan = try trial.unfinishedPlan()
        let request = try check.request(sample["request"])
        let page: Page
        do throws(ProviderError) {
            page = try plan.page(of: response, for: request, of: trial.info)
        } catch {
            throw definition.text.fault(root, "the new answer cannot be read: \(error)")
        }
        guard let items = try? JSONDocument(SampleItems.json(page.drafts)).root else {
            throw definition.text.fault(root, "the new answer has too many items")
        }
        let corrected = rewriting.json(adding: { writer in
            writer.object { writer in
                writer.member("request") { writer in
                    if case .details = request, let id = page.drafts.first?.localID {
                        writer.object { $0.member("details", id) }
                    } else {
                        writer.value(sample["request"])
                    }
                }
                writer.member("body") { writer in
                    if plan.format == .json, let root = try? response.json().root {
                        writer.value(root)
                    } else {
                        writer.string(String(decoding: response.body, as: UTF8.self))
                    }
                }
                writer.member("items") { $0.value(items) }
            }
        })
        try Definition(corrected, at: definition.path).check()
        return corrected
    }

    /// The reason why a corrected definition, which is accepted, reads the new answer wrongly; nil if none is known.
    func fault(of corrected: [UInt8], _ response: Response, _ sample: JSONValue) -> String? {
        guard let definition = try? Definition(corrected, at: definition.path),
            let plan = try? definition.unfinishedPlan(), let request = try? check.request(sample["request"]),
            let page = try? plan.page(of: response, for: request, of: definition.info)
        else { return "the new answer cannot be read" }
        let count = try? plan.scopes(of: response, for: request).items.count
        guard page.drafts.count == count else { return "not all items of the new answer can be read" }
        let usual = commonFields(of: sample)
        for draft in page.drafts {
            if let lost = usual.subtracting(Self.fields(of: draft)).min() {
                return "an item of the new answer has no \(lost.quoted), which all items of the sample have"
            }
            guard let known = sample["items"].elements.first(where: { $0["id"].string == draft.localID }),
                let found = try? JSONDocument(JSONWriter.bytes { draft.write(to: &$0) }).root
            else { continue }
            if let difference = Difference(from: known, to: found) {
                return "an item that the sample has would differ: \(difference)"
            }
        }
        return nil
    }

    /// The fields that all items of a sample have.
    private func commonFields(of sample: JSONValue) -> Set<String> {
        guard let request = try? check.request(sample["request"]), let response = try? check.response(sample),
            let page = try? plan.page(of: response, for: request, of: definition.info)
        else { return [] }
        let fields = page.drafts.map(Self.fields)
        return fields.dropFirst().reduce(fields.first ?? []) { $0.intersection($1) }
    }

    /// The fields of an item that have a value, also those in its parts.
    private static func fields(of draft: Draft) -> Set<String> {
        var names: Set<String> = []
        func add(_ value: JSONValue, _ name: String) {
            let parts =
                value.members.map { ($0.key, $0.value) }
                + value.elements.enumerated().map { ("\($0.offset + 1)", $0.element) }
            if parts.isEmpty {
                if value.hasContent { names.insert(name) }
            } else {
                for (key, part) in parts { add(part, name.isEmpty ? key : "\(name).\(key)") }
            }
        }
        let document = try? JSONDocument(JSONWriter.bytes { draft.write(to: &$0) })
        if let document { add(document.root, "") }
        return names
    }
}

extension Plan.Mention {
    /// The path from the root of the answer, without its mark.
    fileprivate var pointer: String { String(path.description.drop { $0 == "#" }) }
}
