internal import ForageCore
internal import JSON

/// The parts of a definition that its samples have proved.
struct SampleProof {
    private var scopes: [Plan.Part: [Place]] = [:]
    /// The names of the proved parts in the definition.
    private var shown: Set<String> = []

    /// A value of an answer, with the sample that contains the answer.
    struct Place {
        let scope: AnswerScope
        let sample: JSONValue
    }

    /// Adds an answer and its items.
    ///
    /// - Parameters:
    ///   - sample: The sample with the answer.
    ///   - request: The request.
    ///   - answer: The root of the answer.
    ///   - list: The list of items; nil for a single record.
    ///   - items: The records of the items.
    mutating func add(
        _ sample: JSONValue, to request: ProviderRequest, _ answer: AnswerScope, list: JSONValue?,
        items: [AnswerScope]
    ) {
        scopes[.answer, default: []].append(Place(scope: answer, sample: sample))
        scopes[.item, default: []] += items.map { Place(scope: $0, sample: sample) }
        if !items.isEmpty { shown.insert(request.part) }
        // An answer without a list is a single record, or states that the item no longer exists.
        if items.isEmpty, list == nil { shown.insert("details.none") }
        if let list, list.isMissing || list.isNull || list.string == "" { shown.insert("none") }
    }

    /// Adds an answer that states the reason of a failure.
    mutating func add(_ sample: JSONValue, failure: AnswerScope) {
        scopes[.failure, default: []].append(Place(scope: failure, sample: sample))
        shown.insert("failure")
    }

    /// Returns the parts of a definition that no sample proves, each with a sample to add.
    func gaps(in definition: JSONValue) -> [(part: JSONValue, advice: String)] {
        Self.advice.compactMap { name, advice in
            let part = name.split(separator: ".").reduce(definition) { $0[String($1)] }
            guard !shown.contains(name), part.exists, !part.isNull else { return nil }
            return (part, "no sample checks \(name.quoted): add one \(advice)")
        }
    }

    /// Indicates whether any answer or item has a value at a path.
    func has(_ mention: Plan.Mention) -> Bool {
        scopes(of: mention.part, mention.lists).contains { scope in
            mention.path.name(in: scope) != nil || mention.path.values(in: scope).contains(where: \.exists)
        }
    }

    /// Indicates whether any answer or item gives a value of the intended use.
    func serves(_ claim: Plan.Claim) -> Bool {
        scopes(of: claim.part, claim.lists).contains { claim.use.isServed(by: claim.value, in: $0) }
    }

    /// Returns the first place in a sample that has a value for a claim, with that value.
    func value(of claim: Plan.Claim) -> (value: JSONValue, place: Place)? {
        guard let path = claim.value.mainPath else { return nil }
        return (scopes[claim.part] ?? []).firstResult { place in
            place.scope.elements(of: claim.lists).firstResult { scope in
                let value = path.value(in: scope)
                return value.hasContent ? (value, place) : nil
            }
        }
    }

    /// Returns the scopes of a part of all answers, or of the elements of nested lists in them.
    private func scopes(of part: Plan.Part, _ lists: [AnswerPath]) -> some Sequence<AnswerScope> {
        (scopes[part] ?? []).lazy.flatMap { $0.scope.elements(of: lists) }
    }

    private static let advice = [
        ("search", "with \"request\": {\"search\": \"words\"} and the items in its answer"),
        ("browse", "with \"request\": {\"browse\": \"latest\"} and the items in its answer"),
        ("day", "with \"request\": {\"browse\": \"2024-05-31\"} and the items in its answer"),
        ("file", "with \"request\": {\"file\": \"a SHA-1\"} and the items in its answer"),
        ("details", "with \"request\": {\"details\": \"an ID\"} and the item in its answer"),
        (
            "details.none",
            "with \"request\": {\"details\": \"an ID\"} for an ID that does not exist, and \"items\": []"
        ),
        ("none", "that found nothing, with an answer without the list, and \"items\": []"),
        ("failure", "of a refusal, with \"failure\": \"the service's message\" and \"items\": []"),
    ]
}

extension ProviderRequest {
    /// The part of a definition that describes the request.
    fileprivate var part: String {
        switch self {
        case .search: "search"
        case .browse(let browse, _): browse.sha1 != nil ? "file" : browse.day == nil ? "browse" : "day"
        case .details, .download: "details"
        }
    }
}
