internal import ForageCore
internal import JSON

/// A check of a definition against its own samples. A definition is refused if a sample decodes to other items.
struct SampleCheck {
    let text: Definition.Text
    let info: ProviderInfo
    let plan: Plan

    /// The maximum size of a sample answer in bytes.
    private static let greatestByteCount = 1 << 20

    /// Checks all samples, and then whether they prove every part of the definition.
    ///
    /// - Throws: ``DefinitionError`` with the problems of all samples, or else of all parts without a proof.
    func run() throws(DefinitionError) {
        var proof = SampleProof()
        var problems: [ConfigurationProblem] = []
        for sample in text.root["samples"].elements {
            do throws(DefinitionError) { try check(sample, &proof) } catch { problems += error.problems }
        }
        if problems.isEmpty { problems = self.problems(proof) }
        guard problems.isEmpty else {
            throw DefinitionError(Array(problems.prefix(DefinitionError.greatestProblemCount)))
        }
    }

    private func check(_ sample: JSONValue, _ proof: inout SampleProof) throws(DefinitionError) {
        let request = try request(sample["request"])
        try checkEndpoint(sample, request)
        let response = try response(sample)
        if sample["failure"].exists {
            try checkFailure(sample, response)
            if let scope = plan.scope(ofFailure: response) { proof.add(sample, failure: scope) }
            return
        }
        if let refusal = plan.refusal(in: response) {
            throw text.fault(sample["body"], "this answer is read as a failure: \(refusal)")
        }
        if let scopes = try? plan.scopes(of: response, for: request) {
            try checkItems(of: sample, scopes.items)
            proof.add(sample, to: request, scopes.answer, list: scopes.list, items: scopes.items)
        }
        try check(sample, response, request)
    }

    /// Returns the problems of the parts that no sample proves.
    private func problems(_ proof: SampleProof) -> [ConfigurationProblem] {
        let gaps = proof.gaps(in: text.root).map { text.fault($0.part, $0.advice).problem }
        let lost = plan.mentions.filter { !proof.has($0) }
        let places = lost.map { mention in
            text.fault(
                mention.offset, "\("\(mention.path)".quoted) leads to nothing in any of the samples"
            ).problem
        }
        let lostPaths = Set(lost.map(\.path))
        let useless = plan.claims.filter { claim in
            let isReported = claim.value.mainPath.map(lostPaths.contains) ?? false
            return !isReported && !proof.serves(claim)
        }.map { text.fault($0.value.offset, uselessness(of: $0, proof)).problem }
        var met: Set<ConfigurationProblem> = []
        return gaps + (places + useless).filter { met.insert($0).inserted }
    }

    private func uselessness(of claim: Plan.Claim, _ proof: SampleProof) -> String {
        let result = "gives no \(claim.use.noun) in any of the samples"
        guard let (value, place) = proof.value(of: claim) else { return "this \(result)" }
        let written = place.sample["body"][value.pointer]
        let line = written.exists ? " (line \(text.line(of: written)))" : ""
        return "this \(result); \(name(of: place.sample)) has \(value.inWords) at \(value.pointer)\(line)"
    }

    /// Returns the samples in the form that all providers share.
    func samples() throws(DefinitionError) -> [SampleAnswer] {
        var samples: [SampleAnswer] = []
        for (number, sample) in text.root["samples"].elements.enumerated()
        where !sample["failure"].exists {
            let request = try request(sample["request"])
            let response = try response(sample)
            samples.append(
                SampleAnswer(
                    "sample \(number + 1)", to: request, response: response,
                    recordPath: listPath(in: response, to: request), itemCount: sample["items"].count))
        }
        return samples
    }

    /// Returns the path of the list of records, the first one if there are several; nil if records are members of an
    /// object, or the answer is a single record.
    private func listPath(in response: Response, to request: ProviderRequest) -> String? {
        guard request.page != nil, let root = try? plan.reader(of: response).root.value else { return nil }
        let answer = AnswerScope(AnswerReading(root))
        guard case .list(let path, _)? = plan.place(for: request, in: answer) else { return nil }
        let lists = path.lists(in: answer, atMost: 100)
        return lists.first { $0.list.kind == .array && $0.list.hasContent }?.list.pointer.description
    }

    // MARK: - The request

    func request(_ json: JSONValue) throws(DefinitionError) -> ProviderRequest {
        let page = PageRequest(size: info.terms.greatestPageSize, cursor: json["page"].string)
        let names = ["search", "browse", "file", "details"].filter { json[$0].exists }
        guard let name = names.first, names.count == 1 else {
            throw text.fault(
                json, "exactly one of \"search\", \"browse\", \"file\" and \"details\" is needed here")
        }
        switch name {
        case "browse": return .browse(try browse(json["browse"]), page)
        case "file": return .browse(Browse(sha1: json["file"].string ?? ""), page)
        case "details": return .details(ItemID(provider: info.id, local: json["details"].string ?? ""))
        default:
            guard let query = try? Query(json["search"].string ?? "") else {
                throw text.fault(json["search"], "this is not a valid search")
            }
            return .search(query, page)
        }
    }

    private func browse(_ json: JSONValue) throws(DefinitionError) -> Browse {
        if json.string == "latest" { return Browse() }
        guard let day = CalendarDay(json.string ?? "") else {
            throw text.fault(
                json, "expected \"latest\" or a day such as \"2024-05-31\", found \(json.inWords)")
        }
        return Browse(day: day)
    }

    private func checkEndpoint(_ sample: JSONValue, _ request: ProviderRequest) throws(DefinitionError) {
        do throws(ProviderError) {
            let endpoint = try plan.endpoint(for: request, of: info)
            let address = endpoint.openAddress?.text ?? ""
            guard let expected = sample["asks"].string, expected != address else { return }
            throw .unanswerable("the request goes to \(address), not \(expected)")
        } catch {
            throw text.fault(sample[sample["asks"].exists ? "asks" : "request"], "\(error)")
        }
    }

    // MARK: - The answer

    func response(_ sample: JSONValue) throws(DefinitionError) -> Response {
        let body = sample["body"]
        let bytes: [UInt8]
        switch plan.format {
        case .json: bytes = text.bytes(of: body)
        case .feed:
            let lines = body.elements.map { $0.string ?? "" }
            bytes = Array((body.string ?? lines.joined(separator: "\n")).utf8)
        }
        guard bytes.count <= Self.greatestByteCount else {
            throw text.fault(
                body, "this answer is \(bytes.count) bytes long; a sample can have at most 1 MiB")
        }
        var headers = Headers()
        for member in sample["headers"].members { headers.append(member.key, member.value.string ?? "") }
        var response = Response(headers: headers, body: bytes)
        response.following = sample["following"].elements.map { Response(body: text.bytes(of: $0)) }
        return response
    }

    /// Checks that items have all required fields, and reports a missing field at its place in the sample.
    private func checkItems(of sample: JSONValue, _ items: [AnswerScope]) throws(DefinitionError) {
        for (number, item) in items.enumerated() {
            guard item.record.exists else {
                throw text.fault(
                    text.root["details"]["record"],
                    "\((text.root["details"]["record"].string ?? "").quoted) leads to nothing in \(name(of: sample))"
                )
            }
            guard let lack = plan.item.lack(item) else { continue }
            let inSample = sample["body"][item.record.pointer]
            let place = lack.plan.mainPath.map { " at \("\($0)".quoted)" } ?? ""
            throw text.fault(
                inSample.exists ? inSample : sample["body"],
                "item \(number + 1) of \(name(of: sample)) has no \(lack.name.quoted), because the answer has no value"
                    + "\(place); correct that or the sample")
        }
    }

    private func name(of sample: JSONValue) -> String {
        "sample \((sample.pointer.tokens.last.flatMap { Int($0) } ?? 0) + 1)"
    }

    private func checkFailure(_ sample: JSONValue, _ response: Response) throws(DefinitionError) {
        guard plan.failure != nil else {
            throw text.fault(
                sample["failure"], "the definition has no \"failure\", which says where this message is")
        }
        guard sample["items"].count == 0 else {
            throw text.fault(sample["items"], "a sample of a failure must have no items")
        }
        try compare(sample["failure"], "failure", plan.words(in: response))
    }

    private func check(
        _ sample: JSONValue, _ response: Response, _ request: ProviderRequest
    ) throws(DefinitionError) {
        let page: Page
        do throws(ProviderError) {
            page = try plan.page(of: response, for: request, of: info)
        } catch {
            throw text.fault(sample["body"], "this answer cannot be read: \(error)")
        }
        if case .details(let id) = request, let other = page.drafts.first(where: { $0.localID != id.local }) {
            throw text.fault(
                sample["request"]["details"],
                "this ID is requested, but the answer is \(other.localID.quoted); an item can be looked up only by its own ID"
            )
        }
        if let drift = page.drift.first { throw text.fault(sample["body"], "in this answer, \(drift)") }
        try compare(sample["items"], page.drafts)
        try compare(sample["next"], "next", page.next)
        try compare(sample["total"], "total", page.total.map(String.init))
    }

    private func compare(_ expected: JSONValue, _ drafts: [Draft]) throws(DefinitionError) {
        guard expected.count == drafts.count else {
            throw text.fault(
                expected, "the sample gives \(drafts.count.of("item")), expected \(expected.count)")
        }
        var problems: [ConfigurationProblem] = []
        for (expected, draft) in zip(expected.elements, drafts) {
            guard let found = try? JSONDocument(JSONWriter.bytes { draft.write(to: &$0) }).root else {
                throw text.fault(expected, "this item is too long to compare")
            }
            if let difference = Difference(from: expected, to: found) {
                problems.append(text.fault(difference.expected, "\(difference)").problem)
            }
        }
        guard problems.isEmpty else { throw DefinitionError(problems) }
        if let draft = drafts.first(where: { $0.localID.isEmpty || !info.kinds.contains($0.kind) }) {
            throw text.fault(expected, "\(draft.title.quoted) has no ID, or a kind that is not declared")
        }
    }

    private func compare(
        _ expected: JSONValue, _ name: String, _ found: String?
    ) throws(DefinitionError) {
        guard expected.exists else { return }
        guard expected.plainText != found else { return }
        let wanted = expected.isNull ? "nothing" : expected.inWords
        let shown = found.map { expected.kind == .number ? $0 : $0.quoted } ?? "nothing"
        throw text.fault(expected, "expected \(wanted) for \(name.quoted), found \(shown)")
    }
}

/// The first difference between an item and a sample. Fields that the sample leaves out are not compared.
struct Difference: CustomStringConvertible {
    let expected: JSONValue
    private let found: JSONValue

    /// Field names in the document of an item that differ from the names in a sample.
    private static let documentNames = [
        "via": "source", "alt": "altText", "files": "renditions", "type": "mediaType",
    ]

    /// Returns the name in a sample of a field in the document of an item.
    static func sampleName(of name: String) -> String {
        documentNames.first { $0.value == name }?.key ?? name
    }

    init?(from expected: JSONValue, to found: JSONValue) {
        switch expected.kind {
        case .object where found.kind == .object:
            let inner = expected.members.lazy.compactMap { member in
                Difference(from: member.value, to: found[Self.documentNames[member.key] ?? member.key])
            }
            guard let first = inner.first(where: { _ in true }) else { return nil }
            self = first
        case .array where found.kind == .array && found.count == expected.count:
            let pairs = zip(expected.elements, found.elements)
            let inner = pairs.lazy.compactMap { Difference(from: $0, to: $1) }
            guard let first = inner.first(where: { _ in true }) else { return nil }
            self = first
        default:
            guard !expected.isSame(as: found) else { return nil }
            (self.expected, self.found) = (expected, found)
        }
    }

    var description: String {
        // The path without the prefix that leads to an item of the sample.
        let place = JSONPointer(tokens: Array(expected.pointer.tokens.dropFirst(3)))
        return "expected \(expected.inWords) at \(place), found \(found.inWords)"
    }
}

extension JSONValue {
    /// Indicates whether both values are the same text, number or word, or both are null or missing.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        switch kind {
        case .missing, .null: other.isMissing || other.isNull
        case .string: string == other.string
        case .number: double != nil && double == other.double
        case .bool: bool == other.bool
        case .array, .object: false
        }
    }
}
