internal import ForageCore
internal import JSON

/// What the samples of a definition have shown of its parts.
struct SampleProof {
    private var scopes: [Plan.Part: [AnswerScope]] = [:]
    /// The parts by their names in a definition.
    private var shown: Set<String> = []

    /// Takes in an answer and the items that came of it.
    ///
    /// - Parameters:
    ///   - request: What it answers.
    ///   - answer: The outermost value.
    ///   - list: Where the items are; nil for a record that is alone.
    ///   - items: Their records.
    mutating func add(
        to request: ProviderRequest, _ answer: AnswerScope, list: JSONValue?, items: [AnswerScope]
    ) {
        scopes[.answer, default: []].append(answer)
        scopes[.item, default: []] += items
        if !items.isEmpty { shown.insert(request.part) }
        // Without a list there is a record, unless the answer says that it is gone.
        if items.isEmpty, list == nil { shown.insert("details.none") }
        if let list, list.isMissing || list.isNull || list.string == "" { shown.insert("none") }
    }

    /// Takes in an answer that says why there is nothing.
    mutating func add(failure: AnswerScope) {
        scopes[.failure, default: []].append(failure)
        shown.insert("failure")
    }

    /// The first part of a definition that no sample shows, and which sample would.
    func gap(in definition: JSONValue) -> (part: JSONValue, advice: String)? {
        for (name, advice) in Self.advice where !shown.contains(name) {
            let part = name.split(separator: ".").reduce(definition) { $0[String($1)] }
            guard part.exists, !part.isNull else { continue }
            return (part, "no sample proves \(name.quoted): add one \(advice)")
        }
        return nil
    }

    /// Whether there is something at a place in any answer or item.
    func has(_ mention: Plan.Mention) -> Bool {
        (scopes[mention.part] ?? []).contains { scope in
            guard let list = mention.list else { return mention.path.value(in: scope).exists }
            let elements = list.value(in: scope).elements.prefix(ValuePlan.greatestListCount)
            return elements.contains { mention.path.value(in: scope.with($0)).exists }
        }
    }

    private static let advice = [
        ("search", "with \"request\": {\"search\": \"words\"} and the items of its answer"),
        ("browse", "with \"request\": {\"browse\": \"latest\"} and the items of its answer"),
        ("day", "with \"request\": {\"browse\": \"2024-05-31\"} and the items of its answer"),
        ("details", "with \"request\": {\"details\": \"an id\"} and the item of its answer"),
        (
            "details.none",
            "with \"request\": {\"details\": \"an id\"} of which there is none, and \"items\": []"
        ),
        ("none", "that found nothing, whose answer lacks the list, with \"items\": []"),
        ("failure", "of a refusal, with \"failure\": \"the service's words\" and \"items\": []"),
    ]
}

extension ProviderRequest {
    /// The part of a definition that says how it is asked.
    fileprivate var part: String {
        switch self {
        case .search: "search"
        case .browse(let browse, _): browse.day == nil ? "browse" : "day"
        case .details, .download: "details"
        }
    }
}
