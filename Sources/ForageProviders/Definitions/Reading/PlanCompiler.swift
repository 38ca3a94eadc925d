internal import ForageCore
internal import JSON

/// A compiler of a definition whose form is already checked.
final class PlanCompiler {
    let text: Definition.Text
    let info: ProviderInfo
    /// The text of each setting by its name.
    let settings: [String: String]
    private(set) var mentions: [Plan.Mention] = []
    private(set) var claims: [Plan.Claim] = []
    /// The part of an answer to which the next path is relative.
    private(set) var part = Plan.Part.answer
    private var valueCount = 0
    private var problems: [ConfigurationProblem] = []

    /// The maximum number of values, which limits the work for each item.
    private static let greatestValueCount = 100

    init(text: Definition.Text, info: ProviderInfo, settings: [String: String] = [:]) {
        self.text = text
        self.info = info
        self.settings = settings
    }

    /// Returns a template with the values of settings in place of their placeholders.
    func withSettings(_ json: JSONValue, encoded isEncoded: Bool) throws(DefinitionError) -> String {
        guard var template = json.string, template.contains("{setting.") else { return json.string ?? "" }
        for (name, value) in settings {
            // A brace in a value would be read as a placeholder.
            let isAddress = WebURL(value) != nil
            let text = isEncoded && !isAddress ? PercentEncoding.encode(value) : value
            guard !text.contains(where: { $0 == "{" || $0 == "}" }) else {
                throw self.text.fault(json, "the setting \(name) contains a brace; leave it out")
            }
            template = template.replacing("{setting.\(name)}", with: text)
        }
        return template
    }

    /// Compiles the plan.
    ///
    /// - Throws: ``DefinitionError`` with all problems that were found.
    func plan() throws(DefinitionError) -> Plan {
        let plan = noting { () throws(DefinitionError) in try wholePlan() }
        guard let plan, problems.isEmpty else { throw DefinitionError(problems) }
        return plan
    }

    private func wholePlan() throws(DefinitionError) -> Plan {
        let root = text.root
        guard root["search"].exists || root["browse"].exists else {
            throw text.fault(root, "a provider needs \"search\" or \"browse\"; both are missing")
        }
        let paging = try paging(root["paging"])
        let shapes = try shapes(root["shape"])
        return Plan(
            search: notedEndpoint(root["search"], places: [.text, .size] + pagePlaces(paging)),
            browse: notedEndpoint(root["browse"], places: [.size] + pagePlaces(paging)),
            day: notedEndpoint(root["day"], places: [.day, .size] + pagePlaces(paging)),
            file: notedEndpoint(root["file"], places: [.sha1, .size]),
            details: notedEndpoint(root["details"], places: [.id]), paging: paging,
            format: root["format"].string.flatMap(AnswerFormat.init) ?? .json,
            choice: try reading(.item) { () throws(DefinitionError) in try conditions(root["where"], in: [])
            },
            order: try reading(.item) { () throws(DefinitionError) in try value(root["order"], as: .number) },
            none: try marker(root["none"]), gone: try marker(root["details"]["none"]),
            total: try value(root["total"], as: .whole),
            failure: try reading(.failure) { () throws(DefinitionError) in
                try value(root["failure"], as: .text)
            },
            item: try reading(.item) { () throws(DefinitionError) in try item(root["item"]) },
            shape: shapes.item, answerShape: shapes.answer,
            mentions: mentions, claims: claims)
    }

    private func notedEndpoint(_ json: JSONValue, places: [RequestTemplate.Place]) -> EndpointPlan? {
        noting { () throws(DefinitionError) in try endpoint(json, places: places) }
    }

    /// Compiles a part and records its problems. Compilation continues, so that all problems are reported together.
    func noting<Result>(_ read: () throws(DefinitionError) -> Result?) -> Result? {
        do throws(DefinitionError) {
            return try read()
        } catch {
            note(error)
            return nil
        }
    }

    /// Records problems, so that they are reported with all others.
    func note(_ error: DefinitionError) {
        guard problems.count < DefinitionError.greatestProblemCount else { return }
        // Parts that several requests share are compiled for each of them.
        problems += error.problems.filter { !problems.contains($0) }
    }

    /// Returns the shape of every item, and the shape of every answer, whose paths begin with `#`.
    private func shapes(
        _ json: JSONValue
    ) throws(DefinitionError) -> (item: RecordShape, answer: RecordShape) {
        var ofItem: [(String, RecordShape.Form)] = []
        var ofAnswer: [(String, RecordShape.Form)] = []
        for member in json.members {
            try count(member.value)
            let place = member.key.drop { $0 == "#" }
            guard let path = AnswerPath(member.key), !place.isEmpty else {
                let examples =
                    "in an item, such as \"/tags/*/name\", or in the answer, such as \"#/config/url\""
                note(text.fault(member.value, "\(member.key.quoted) is not a path \(examples)"))
                continue
            }
            guard let form = member.value.string.flatMap(RecordShape.Form.init(words:)) else { continue }
            if path.isFromRoot {
                ofAnswer.append((String(place), form))
            } else {
                ofItem.append((member.key, form))
            }
        }
        return (RecordShape(ofItem), RecordShape(ofAnswer))
    }

    private func reading<Result>(
        _ part: Plan.Part, _ read: () throws(DefinitionError) -> Result
    ) throws(DefinitionError) -> Result {
        let outer = self.part
        defer { self.part = outer }
        self.part = part
        return try read()
    }

    /// Counts a value or a placeholder in a text.
    func count(_ json: JSONValue) throws(DefinitionError) {
        valueCount += 1
        // The problem is reported only once, because compilation continues.
        if valueCount == Self.greatestValueCount + 1 {
            throw text.fault(
                json, "a definition can have at most \(Self.greatestValueCount) values; remove some")
        }
    }

    func mention(_ path: AnswerPath, at json: JSONValue, in lists: [AnswerPath]) {
        mentions.append(
            Plan.Mention(
                path: path, offset: json.byteRange.lowerBound,
                part: part == .item && path.isFromRoot ? .answer : part,
                lists: path.isFromRoot ? [] : lists))
    }

    /// Removes the latest mentions, whose paths need no proof of their own.
    func removeMentions(after count: Int) { mentions.removeLast(mentions.count - count) }

    /// Compiles a value and records its purpose, for comparison with the samples.
    func value(
        _ json: JSONValue, as use: ValueUse, in lists: [AnswerPath] = []
    ) throws(DefinitionError) -> ValuePlan? {
        let plan = try value(json, in: lists)
        guard let plan else { return nil }
        claims += plan.alternatives.map {
            Plan.Claim(value: $0, whole: plan, use: use, part: part, lists: lists)
        }
        return plan
    }

    /// Compiles the conditions of an answer that has nothing.
    private func marker(_ json: JSONValue) throws(DefinitionError) -> [Condition] {
        // An answer cannot be read without this marker, so no further proof is needed.
        let count = mentions.count
        defer { removeMentions(after: count) }
        guard json.kind == .string else { return try conditions(json, in: [], allowingPresence: true) }
        guard let path = AnswerPath(json.string ?? "") else { throw notAPath(json) }
        return [Condition(path: path, test: .isThere)]
    }

    // MARK: - Paging

    private func pagePlaces(_ paging: PagingPlan?) -> [RequestTemplate.Place] {
        switch paging?.manner {
        case .page: [.page]
        case .offset: [.offset]
        case .cursor: [.cursor]
        case .link, .ids, nil: []
        }
    }

    private func paging(_ json: JSONValue) throws(DefinitionError) -> PagingPlan? {
        guard json.kind == .object, let manner = json["by"].string.flatMap(PagingPlan.Manner.init) else {
            return nil
        }
        let next = try value(json["next"], as: manner == .link ? .reference : .text)
        if manner == .cursor, next == nil {
            throw text.fault(
                json, "paging by cursor needs \"next\", which says where the next cursor is in an answer")
        }
        if manner == .page || manner == .offset, next != nil {
            throw text.fault(
                json["next"],
                "\"next\" is only for paging by cursor or by link; leave it out, or write \"by\": \"cursor\"")
        }
        guard json["first"].string == nil || manner == .cursor else {
            throw text.fault(json["first"], "only the first cursor can be a text; write 0 or 1")
        }
        return PagingPlan(
            manner: manner, first: json["first"].int ?? (manner == .page ? 1 : 0),
            firstCursor: json["first"].string, next: next, pages: try value(json["pages"], as: .whole))
    }
}

extension PlanCompiler {
    /// Compiles the plan of an item.
    func item(_ json: JSONValue) throws(DefinitionError) -> ItemPlan {
        guard json["kind"].exists || info.kinds.count == 1 else {
            throw text.fault(
                json, "\"kind\" is missing; it is needed because the provider has several kinds of items")
        }
        return ItemPlan(
            values: try values(of: json), kinds: info.kinds, files: try files(json["files"]))
    }

    private func files(_ json: JSONValue) throws(DefinitionError) -> [ItemPlan.FilePlan] {
        var files: [ItemPlan.FilePlan] = []
        for file in json.elements {
            guard file["url"].exists != file["iiif"].exists else {
                throw text.fault(file, "exactly one of \"url\" and \"iiif\" is needed here")
            }
            let list = file["each"].exists ? try elements(file["each"], in: []) : nil
            let lists = list.map { [$0] } ?? []
            guard list != nil || file["where"].isMissing else {
                throw text.fault(
                    file["where"], "\"where\" selects elements of \"each\", but there is no \"each\" here")
            }
            files.append(
                ItemPlan.FilePlan(
                    role: file["role"].string.flatMap(Rendition.Role.init), list: list,
                    choice: try conditions(file["where"], in: lists), values: try values(of: file, in: lists))
            )
        }
        return files
    }

    /// Compiles the plan of each member, including nested members such as `creator.name`.
    private func values(
        of json: JSONValue, in lists: [AnswerPath] = []
    ) throws(DefinitionError) -> [String: ValuePlan] {
        var plans: [String: ValuePlan] = [:]
        for member in json.members where !["role", "each", "where", "files"].contains(member.key) {
            guard Self.groups.contains(member.key) else {
                plans[member.key] = try value(member.value, as: .ofField(member.key), in: lists)
                continue
            }
            for part in member.value.members {
                let name = "\(member.key).\(part.key)"
                plans[name] = try value(part.value, as: .ofField(name), in: lists)
            }
        }
        return plans
    }

    private static let groups = ["creator", "licence", "via", "like", "place", "camera"]
}
