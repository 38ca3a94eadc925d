internal import ForageCore
internal import JSON

extension PlanCompiler {
    /// Compiles the plan of a value; returns nil if the value is not described.
    func value(_ json: JSONValue, in lists: [AnswerPath] = []) throws(DefinitionError) -> ValuePlan? {
        guard json.kind == .string || json.kind == .object else { return nil }
        try count(json)
        var plan = noting { () throws(DefinitionError) in
            json.kind == .string
                ? ValuePlan(source: .at(try path(json, in: lists))) : try fullValue(json, in: lists)
        }
        plan?.offset = json.byteRange.lowerBound
        // If compilation failed, the whole plan is refused, so any value can be returned.
        return plan ?? ValuePlan(source: .at(.start))
    }

    private func fullValue(_ json: JSONValue, in lists: [AnswerPath]) throws(DefinitionError) -> ValuePlan {
        let sources = Self.sources.filter { json[$0].exists }
        guard let name = sources.first, sources.count == 1 else {
            throw text.fault(json, "exactly one of \(Self.sources.listed("and")) is needed here")
        }
        var plan = ValuePlan(source: try source(json, name, in: lists))
        plan.conditions = try conditions(json["when"], in: lists)
        for step in json["then"].elements { try add(step, to: &plan) }
        return plan
    }

    private static let sources = ["at", "first", "all", "each", "lookup", "text"]

    private func source(
        _ json: JSONValue, _ name: String, in lists: [AnswerPath]
    ) throws(DefinitionError) -> ValuePlan.Source {
        guard json["where"].isMissing || name == "each" else {
            throw text.fault(
                json["where"], "\"where\" selects elements of \"each\", but there is no \"each\" here")
        }
        guard json["value"].exists == ["each", "lookup"].contains(name) else {
            throw text.fault(
                json,
                "\"value\", what to read, belongs to \"each\" and to \"lookup\", and both need it")
        }
        guard json["named"].exists == (name == "lookup"), json["on"].isMissing || name == "lookup" else {
            throw text.fault(
                json, "\"lookup\", a table, and \"named\", the name to look for in it, are needed together")
        }
        switch name {
        case "at": return .at(try path(json["at"], in: lists))
        case "first": return .first(try values(json["first"], in: lists))
        case "all": return .all(try values(json["all"], in: lists))
        case "each":
            return try each(json, in: lists)
        case "lookup": return .lookup(try lookup(json, in: lists))
        default: return .text(try template(json["text"], in: lists))
        }
    }

    private func each(
        _ json: JSONValue, in lists: [AnswerPath]
    ) throws(DefinitionError) -> ValuePlan.Source {
        let inner = lists + [try elements(json["each"], in: lists)]
        guard let plan = try value(json["value"], in: inner) else { throw notAPath(json["value"]) }
        return .each(inner[inner.count - 1], where: try conditions(json["where"], in: inner), plan)
    }

    /// Compiles the path of a list whose elements are read.
    func elements(_ json: JSONValue, in lists: [AnswerPath]) throws(DefinitionError) -> AnswerPath {
        // Each nested list multiplies the work.
        guard lists.count < 2 else {
            throw text.fault(json, "lists can be nested only two deep; name the innermost list alone")
        }
        let elements = try path(json, in: lists)
        try checkStart(of: elements, at: json, in: lists)
        return elements
    }

    private func lookup(
        _ json: JSONValue, in lists: [AnswerPath]
    ) throws(DefinitionError) -> ValuePlan.Lookup {
        let table = try path(json["lookup"], in: lists)
        guard let name = try value(json["named"], in: lists) else { throw notAPath(json["named"]) }
        // Only the elements that are looked up are read, so there is no list of which a sample must have a value.
        let count = mentions.count
        defer { removeMentions(after: count) }
        let key = json["on"].exists ? try path(json["on"], in: lists) : nil
        guard let value = try value(json["value"], in: lists) else { throw notAPath(json["value"]) }
        return ValuePlan.Lookup(table: table, name: name, key: key, value: value)
    }

    /// Compiles a condition, or a list of conditions that must all be met.
    ///
    /// - Parameters:
    ///   - json: The condition or the list.
    ///   - lists: The lists, one inside the other, to whose elements the paths are relative.
    ///   - allowsPresence: True if a condition without a test means that there is a value.
    /// - Returns: The conditions; empty if none are described.
    /// - Throws: ``DefinitionError`` for an invalid path, or a condition with several tests.
    func conditions(
        _ json: JSONValue, in lists: [AnswerPath], allowingPresence allowsPresence: Bool = false
    ) throws(DefinitionError) -> [Condition] {
        var conditions: [Condition] = []
        for element in json.kind == .array ? Array(json.elements) : [json] where element.kind == .object {
            let path = try path(element["at"], in: lists)
            let names = Self.tests.filter { element[$0].exists && !element[$0].isNull }
            guard names.count == 1 || names.isEmpty && allowsPresence else {
                throw text.fault(element, "exactly one of \(Self.tests.listed("and")) is needed here")
            }
            let stated = names.first.map { test(element[$0], $0) }
            conditions.append(Condition(path: path, test: stated ?? .isThere))
        }
        return conditions
    }

    private static let tests = ["is", "not", "has", "lacks", "exists"]

    private func test(_ json: JSONValue, _ name: String) -> Condition.Test {
        switch name {
        case "is": .isAny(of: json.plainTexts)
        case "not": .isNone(of: json.plainTexts)
        case "has": .hasAny(of: json.plainTexts)
        case "lacks": .hasNone(of: json.plainTexts)
        default: .exists(json.bool ?? true)
        }
    }

    private func checkStart(
        of list: AnswerPath, at json: JSONValue, in lists: [AnswerPath]
    ) throws(DefinitionError) {
        guard !list.isFromRecord else { return }
        if !lists.isEmpty {
            throw text.fault(
                json,
                "the inner list must be part of an element of the outer list, so it cannot start with # or ^")
        }
        if part == .item {
            throw text.fault(
                json,
                "a list that is read for every item must be part of the item, so it cannot start with # or ^")
        }
    }

    private func values(_ json: JSONValue, in lists: [AnswerPath]) throws(DefinitionError) -> [ValuePlan] {
        var plans: [ValuePlan] = []
        for element in json.elements {
            if let plan = try value(element, in: lists) { plans.append(plan) }
        }
        return plans
    }

    private func path(_ json: JSONValue, in lists: [AnswerPath]) throws(DefinitionError) -> AnswerPath {
        guard let path = AnswerPath(json.string ?? "") else { throw notAPath(json) }
        mention(path, at: json, in: lists)
        return path
    }

    private func template(_ json: JSONValue, in lists: [AnswerPath]) throws(DefinitionError) -> Template {
        let template: Template
        let written = try withSettings(json, encoded: false)
        do throws(DocumentError) { template = try Template(written) } catch {
            throw text.fault(json, error.reason)
        }
        for path in template.paths {
            try count(json)
            mention(path, at: json, in: lists)
        }
        return template
    }

    // MARK: - Transforms

    private func add(_ json: JSONValue, to plan: inout ValuePlan) throws(DefinitionError) {
        guard json.kind == .object else {
            switch json.string {
            case "html": plan.steps.append(.html)
            case "encode": plan.steps.append(.encode)
            case "https": plan.steps.append(.https)
            default: plan.steps.append(.number(times: 1))
            }
            return
        }
        let names = json.members.map(\.key).filter { !["else", "by", "all"].contains($0) }
        guard let name = names.first, names.count == 1, json["else"].isMissing || name == "map",
            json["by"].exists == (name == "replace"), json["all"].isMissing || name == "replace"
        else {
            throw text.fault(
                json, "only one transform is allowed here; write the next one as another element of the list")
        }
        plan.steps.append(step(json, name))
    }

    private func step(_ json: JSONValue, _ name: String) -> ValueStep {
        let given = json[name].string ?? ""
        switch name {
        case "prefix": return .prefix(given)
        case "suffix": return .suffix(given)
        case "drop": return .drop(given)
        case "after": return .after(given)
        case "before": return .before(given)
        case "replace":
            return .replace(given, by: json["by"].string ?? "", all: json["all"].bool ?? false)
        case "split": return .split(given)
        case "take": return .take(json["take"].int ?? 0)
        case "html":
            let parts = given.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.lowercased() }
            return .attribute(parts.last ?? "", of: parts.count == 2 && parts[0] != "" ? parts[0] : nil)
        case "join": return .join(given)
        case "date": return .date(DateForm(given) ?? .any)
        case "number": return .number(times: json["number"].double ?? 1)
        default:
            let texts = json["map"].members.map { ($0.key, $0.value.string ?? "") }
            return .map(Dictionary(texts) { first, _ in first }, others: json["else"].string)
        }
    }
}
