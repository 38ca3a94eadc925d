internal import ForageCore
internal import JSON

/// A compiled definition: values without closures, created once and used for every answer.
struct Plan: Sendable {
    let search: EndpointPlan?
    let browse: EndpointPlan?
    /// The request for the list of a past day.
    let day: EndpointPlan?
    /// The request for the items with a file.
    let file: EndpointPlan?
    let details: EndpointPlan?
    let paging: PagingPlan?
    let format: AnswerFormat
    /// The conditions that a record must meet; the others are left out.
    let choice: [Condition]
    /// The number by which the records of a list are sorted.
    let order: ValuePlan?
    /// The conditions that an answer without a list meets if nothing was found; empty if there are none.
    let none: [Condition]
    /// The conditions that an answer meets in place of an item that no longer exists; empty if there are none.
    let gone: [Condition]
    let total: ValuePlan?
    let failure: ValuePlan?
    let item: ItemPlan
    /// The shape of every record of an item.
    let shape: RecordShape
    /// The shape of every answer with records.
    let answerShape: RecordShape
    /// The paths that the definition uses, for comparison with the samples.
    let mentions: [Mention]
    /// The values that the definition reads, for comparison with the samples.
    let claims: [Claim]

    /// A value that at least one sample must give.
    struct Claim: Sendable {
        /// The value, or one of its alternatives.
        let value: ValuePlan
        /// The value with all its alternatives.
        let whole: ValuePlan
        let use: ValueUse
        let part: Part
        /// The lists, one inside the other, to whose elements the value is relative.
        let lists: [AnswerPath]
    }

    /// A path in an answer that the definition uses.
    struct Mention: Sendable {
        let path: AnswerPath
        /// The byte offset of the path in the definition.
        let offset: Int
        let part: Part
        /// The lists, one inside the other, to whose elements the path is relative.
        let lists: [AnswerPath]
    }

    /// The value to which a path is relative.
    enum Part: Sendable {
        case answer, item
        /// An answer that states the reason of a failure.
        case failure
    }
}

extension Plan {
    /// Decodes an answer, or returns the requests that are needed first.
    func step(
        after response: Response, for request: ProviderRequest, of info: ProviderInfo
    ) throws(ProviderError) -> Step {
        guard case .ids(let place)? = place(for: request) else {
            return .page(try page(of: response, for: request, of: info))
        }
        return try step(after: response, withIDsAt: place, for: request, of: info)
    }

    /// Decodes the page in an answer.
    func page(
        of response: Response, for request: ProviderRequest, of info: ProviderInfo
    ) throws(ProviderError) -> Page {
        var reader = try reader(of: response)
        let answer = AnswerReading(reader.root.value)
        let scope = AnswerScope(answer)
        if case .ids(let place)? = place(for: request) {
            return try page(of: response, withIDsAt: place, for: request, of: info)
        }
        guard let place = place(for: request, in: scope) else {
            throw .unreadable("\(info.name) does not support this kind of request.")
        }
        guard !isGone(scope, request) else { return try reader.page(next: nil, total: nil) }
        let count = read(place, scope, isOptional: request.isOfList && isEmpty(scope), &reader)
        let total = total(in: scope)
        var next: String?
        if let asked = request.page?.bounded(by: info.terms), let paging, list(of: request)?.isPaged == true {
            next = paging.next(after: asked, response, scope, count: count, total: total, of: info)
        }
        guard !answer.isExhausted else {
            throw .unreadable("The answer gives too much data with the definition of \(info.name).")
        }
        return try reader.page(next: next, total: total)
    }

    func reader(of response: Response) throws(ProviderError) -> DraftReader {
        switch format {
        case .json: try DraftReader(response)
        case .feed: try FeedDocument(response).reader
        }
    }

    /// Returns the place of the items in an answer to a request: the first that leads to something.
    func place(for request: ProviderRequest, in answer: AnswerScope? = nil) -> RecordPlace? {
        let plan = if case .details = request { details } else { list(of: request) }
        return plan?.place(in: answer)
    }

    /// Returns the plan of a request for a list; nil if the request is not for a list.
    private func list(of request: ProviderRequest) -> EndpointPlan? {
        switch request {
        case .search: search
        case .browse(let browse, _): list(for: browse)
        case .details, .download: nil
        }
    }

    /// Returns the total number that an answer states.
    func total(in scope: AnswerScope) -> Int? { total?.integer(scope).flatMap { $0 >= 0 ? $0 : nil } }

    /// Indicates whether the answer states that nothing was found. An answer with a next page is not empty.
    func isEmpty(_ scope: AnswerScope) -> Bool {
        !none.isEmpty && none.areMet(by: scope) && paging?.next?.text(scope) == nil
    }

    /// Indicates whether the answer states that the item does not exist.
    func isGone(_ scope: AnswerScope, _ request: ProviderRequest) -> Bool {
        if case .details = request { !gone.isEmpty && gone.areMet(by: scope) } else { false }
    }

    /// Returns the reason why the service refuses a request.
    func refusal(in response: Response) -> Refusal? {
        // An ID in a list may no longer exist, which is no reason to refuse the others.
        if isMissingDetail(response) { return nil }
        let words = words(in: response)
        return Refusal(byStatusOf: response, saying: words)
            ?? words.map { .failed(response.reason(saying: $0)) }
    }

    /// Returns the service's own message.
    func words(in response: Response) -> String? {
        guard let failure, let scope = scope(ofFailure: response) else { return nil }
        return failure.text(scope).map { String($0.onOneLine.prefix(200)) }
    }

    /// Returns the scope from which the message of a failure is read.
    func scope(ofFailure response: Response) -> AnswerScope? {
        guard response.body.count <= Self.greatestFailureByteCount, let root = try? response.json().root
        else {
            return nil
        }
        return AnswerScope(AnswerReading(root))
    }

    /// The maximum size of an answer in which a failure is looked for: that of a sample.
    static let greatestFailureByteCount = 1 << 20
}

extension Plan {
    /// Creates the request to the service.
    func endpoint(for request: ProviderRequest, of info: ProviderInfo) throws(ProviderError) -> Endpoint {
        switch request {
        case .search(let query, let page):
            guard let search else { throw .unanswerable("\(info.name) cannot be searched.") }
            let values = try values(
                RequestValues(text: info.capabilities.askedText(of: query.text)), page, of: info)
            return try search.endpoint(values, filters: query.filters, order: query.order)
                .at(values.page?.address)
        case .browse(let browse, let page):
            guard let list = list(for: browse) else {
                guard browse.sha1 == nil else { throw .unanswerable("\(info.name) cannot find a file.") }
                throw .unanswerable(
                    "\(info.name) has no list of what \(browse.day.map { "was new on \($0)" } ?? "is new").")
            }
            let values = try values(RequestValues(day: browse.day, sha1: browse.sha1), page, of: info)
            return try list.endpoint(values, filters: browse.filters).at(values.page?.address)
        case .details(let item):
            guard let details else { throw .unsupported(request, by: info) }
            return try details.endpoint(RequestValues(id: item.local))
        case .download:
            throw .unanswerable(
                "\(info.name) does not ask to be notified of downloads; take the file from its address.")
        }
    }

    func list(for browse: Browse) -> EndpointPlan? {
        browse.sha1 != nil ? file : browse.day == nil ? self.browse : day
    }

    private func values(
        _ values: RequestValues, _ request: PageRequest, of info: ProviderInfo
    ) throws(ProviderError) -> RequestValues {
        var values = values
        values.size = request.bounded(by: info.terms).size
        guard let paging else {
            if request.cursor == nil { return values }
            throw .unanswerable("\(info.name) has only one page.")
        }
        values.page = try paging.place(request, of: info)
        return values
    }
}

/// The format of an answer.
enum AnswerFormat: String, Sendable {
    case json
    /// RSS or Atom.
    case feed
}

/// The place of the items in an answer.
enum RecordPlace: Sendable {
    /// A list at a path, or several if the path has a `*`. Members of an object can be accepted as its elements.
    case list(AnswerPath, areMembers: Bool)
    /// A single item at a path.
    case record(AnswerPath)
    /// IDs, each of which is looked up by another request.
    case ids(IDPlace)

    fileprivate func exists(in answer: AnswerScope) -> Bool {
        switch self {
        case .list(let path, _): path.outermost(in: answer).exists
        case .ids(let place): place.list(in: answer).exists
        case .record(let path): path.value(in: answer).hasContent
        }
    }
}

extension EndpointPlan {
    /// Returns the place of the items in an answer: the first that leads to something.
    func place(in answer: AnswerScope?) -> RecordPlace? {
        guard items.count > 1, let answer else { return items.first }
        return items.first { $0.exists(in: answer) } ?? items.last
    }
}

extension RecordShape.Form {
    /// The texts by which a definition describes the shape of a member.
    static let words: [String] = kinds.keys.sorted().flatMap {
        ["\($0)", "\($0) or nothing", "\($0) or missing"]
    }

    init?(words: String) {
        let parts = words.split(separator: " or ", maxSplits: 1)
        guard let kind = parts.first.flatMap({ Self.kinds[String($0)] }) else { return nil }
        switch parts.dropFirst().first {
        case nil: self = kind
        case "nothing": self = kind.orNothing
        case "missing": self = kind.orMissing
        default: return nil
        }
    }

    private static let kinds: [String: Self] = [
        "text": .text, "texts": .texts, "number": .number, "flag": .flag, "list": .list, "object": .object,
    ]
}

extension ProviderRequest {
    /// Indicates whether an empty answer is valid. An answer to a request for a single item must contain the item.
    fileprivate var isOfList: Bool { page != nil }
}

extension Endpoint {
    /// Returns the same request at the address that the service stated for its next page. Fields with keys are
    /// retained.
    fileprivate func at(_ address: WebURL?) -> Endpoint {
        guard let address else { return self }
        var endpoint = self
        endpoint.target = .web(address)
        endpoint.query = query.filter { field in
            field.value.contains { !$0.keyNames.isEmpty }
        }
        return endpoint
    }
}
