internal import ForageCore
internal import JSON

/// The parts of a definition that its samples have proved.
struct SampleProof {
    private var scopes: [Plan.Part: [AnswerScope]] = [:]
    /// The names of the proved parts in the definition.
    private var shown: Set<String> = []

    /// Adds an answer and its items.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - answer: The root of the answer.
    ///   - list: The list of items; nil for a single record.
    ///   - items: The records of the items.
    mutating func add(
        to request: ProviderRequest, _ answer: AnswerScope, list: JSONValue?, items: [AnswerScope]
    ) {
        scopes[.answer, default: []].append(answer)
        scopes[.item, default: []] += items
        if !items.isEmpty { shown.insert(request.part) }
        // An answer without a list is a single record, or states that the item no longer exists.
        if items.isEmpty, list == nil { shown.insert("details.none") }
        if let list, list.isMissing || list.isNull || list.string == "" { shown.insert("none") }
    }

    /// Adds an answer that states the reason of a failure.
    mutating func add(failure: AnswerScope) {
        scopes[.failure, default: []].append(failure)
        shown.insert("failure")
    }

    /// Returns the first part of a definition that no sample proves, and a sample to add.
    func gap(in definition: JSONValue) -> (part: JSONValue, advice: String)? {
        for (name, advice) in Self.advice where !shown.contains(name) {
            let part = name.split(separator: ".").reduce(definition) { $0[String($1)] }
            guard part.exists, !part.isNull else { continue }
            return (part, "no sample checks \(name.quoted): add one \(advice)")
        }
        return nil
    }

    /// Indicates whether any answer or item has a value at a path.
    func has(_ mention: Plan.Mention) -> Bool {
        (scopes[mention.part] ?? []).contains { scope in
            guard let list = mention.list else { return mention.path.value(in: scope).exists }
            let elements = list.value(in: scope).elements.prefix(ValuePlan.greatestListCount)
            return elements.contains { mention.path.value(in: scope.with($0)).exists }
        }
    }

    private static let advice = [
        ("search", "with \"request\": {\"search\": \"words\"} and the items in its answer"),
        ("browse", "with \"request\": {\"browse\": \"latest\"} and the items in its answer"),
        ("day", "with \"request\": {\"browse\": \"2024-05-31\"} and the items in its answer"),
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
        case .browse(let browse, _): browse.day == nil ? "browse" : "day"
        case .details, .download: "details"
        }
    }
}
