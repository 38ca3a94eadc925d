internal import ForageCore
internal import JSON

/// What a definition comes to: values without closures, read once and followed for every answer.
struct Plan: Sendable {
    let search: EndpointPlan?
    let browse: EndpointPlan?
    /// How the list of a past day is asked for.
    let day: EndpointPlan?
    let details: EndpointPlan?
    let paging: PagingPlan?
    let format: AnswerFormat
    /// The number that the records of a list are ordered by.
    let order: ValuePlan?
    /// What is there when nothing was found and the list is missing.
    let none: ValuePlan?
    /// What is there instead of an item that is no more.
    let gone: ValuePlan?
    let total: ValuePlan?
    let failure: ValuePlan?
    let item: ItemPlan
    /// What every record of an item has.
    let shape: RecordShape
    /// What every answer with records has.
    let answerShape: RecordShape
    /// Where the definition names each place of an answer, to hold against the samples.
    let mentions: [Mention]

    /// A place of an answer that the definition names.
    struct Mention: Sendable {
        let path: AnswerPath
        /// The byte of the definition where it stands.
        let offset: Int
        let part: Part
        /// The list from whose elements it is counted, if it is.
        let list: AnswerPath?
    }

    /// What a place is counted from.
    enum Part: Sendable {
        case answer, item
        /// An answer that says why there is nothing.
        case failure
    }
}

extension Plan {
    /// The page that an answer gives.
    func page(
        of response: Response, for request: ProviderRequest, of info: ProviderInfo
    ) throws(ProviderError) -> Page {
        var reader = try reader(of: response)
        let answer = AnswerReading(reader.root)
        let scope = AnswerScope(answer)
        guard let place = place(for: request) else {
            throw .unreadable("\(info.name) is not asked such a thing.")
        }
        guard !isGone(scope, request) else { return try reader.page(next: nil, total: nil) }
        let count = read(place, scope, mayBeMissing: request.isOfList && isEmpty(scope), &reader)
        let total = total?.integer(scope).flatMap { $0 >= 0 ? $0 : nil }
        var next: String?
        if let asked = request.page?.bounded(by: info.terms), let paging, list(of: request)?.isPaged == true {
            next = paging.next(after: asked, response, scope, count: count, total: total, of: info)
        }
        guard !answer.isExhausted else {
            throw .unreadable("The definition of \(info.name) makes too much of the answer to be read.")
        }
        return try reader.page(next: next, total: total)
    }

    /// What an answer holds: its outermost value, the list of its items, and their records.
    func scopes(
        of response: Response, for request: ProviderRequest
    ) throws(ProviderError) -> (answer: AnswerScope, list: JSONValue?, items: [AnswerScope]) {
        let answer = AnswerScope(AnswerReading(try reader(of: response).root))
        guard !isGone(answer, request) else { return (answer, nil, []) }
        switch place(for: request) {
        case .record(let path): return (answer, nil, [answer.with(path.value(in: answer))])
        case .list(let path):
            let list = path.value(in: answer)
            let records = list.records(areMembers: order != nil).prefix(DraftReader.greatestRecordCount)
            return (answer, list, records.map(answer.with))
        case nil: return (answer, nil, [])
        }
    }

    private func reader(of response: Response) throws(ProviderError) -> DraftReader {
        switch format {
        case .json: try DraftReader(response)
        case .feed: try FeedDocument(response).reader
        }
    }

    /// Where the items of an answer to a request are.
    private func place(for request: ProviderRequest) -> RecordPlace? {
        if case .details = request { details?.items } else { list(of: request)?.items }
    }

    /// How the list of a request is asked for; nil where it asks for no list.
    private func list(of request: ProviderRequest) -> EndpointPlan? {
        switch request {
        case .search: search
        case .browse(let browse, _): list(for: browse)
        case .details, .download: nil
        }
    }

    /// The records in the order of their numbers; those without one keep their order, after the others.
    private func ordered(_ records: [JSONValue], _ scope: AnswerScope) -> [JSONValue] {
        guard let order else { return records }
        let numbered = records.map { (number: order.number(scope.with($0)) ?? .infinity, record: $0) }
        return numbered.enumerated().sorted {
            ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
        }.map(\.element.record)
    }

    /// Reads the records there; tells how many there are.
    private func read(
        _ place: RecordPlace, _ scope: AnswerScope, mayBeMissing: Bool, _ reader: inout DraftReader
    ) -> Int {
        let item = item
        func read(_ record: JSONValue) {
            reader.read(record) { (record) throws(ProviderError) in
                try item.draft(scope.with(record))
            }
        }
        switch place {
        case .record(let path):
            let record = path.value(in: scope)
            guard record.exists, !record.isNull else {
                if reader.root.isComplete { reader.note(missing: record) }
                return 0
            }
            reader.compare([record], with: shape)
            read(record)
            return 1
        case .list(let path):
            let list = path.value(in: scope)
            let records = ordered(
                reader.records(in: list, areMembers: order != nil, isOptional: mayBeMissing), scope)
            reader.compare(records, with: shape)
            if !records.isEmpty { reader.compare([reader.root], with: answerShape) }
            for record in records where !scope.answer.isExhausted { read(record) }
            return records.count
        }
    }

    /// Whether the answer says that nothing was found. Where it goes on, something was.
    private func isEmpty(_ scope: AnswerScope) -> Bool {
        none?.marks(scope) == true && paging?.next?.text(scope) == nil
    }

    /// Whether the answer says that there is no such item.
    private func isGone(_ scope: AnswerScope, _ request: ProviderRequest) -> Bool {
        if case .details = request { gone?.marks(scope) == true } else { false }
    }

    /// Reads why the service refuses.
    func refusal(in response: Response) -> Refusal? {
        let words = words(in: response)
        return Refusal(byStatusOf: response, saying: words)
            ?? words.map { .failed(response.reason(saying: $0)) }
    }

    /// The service's own words, which are never long; a body that is may hold anything else.
    func words(in response: Response) -> String? {
        guard let failure, let scope = scope(ofFailure: response) else { return nil }
        return failure.text(scope).map { String($0.onOneLine.prefix(200)) }
    }

    /// What a failure is read of.
    func scope(ofFailure response: Response) -> AnswerScope? {
        guard response.body.count <= 8 * 1024, let root = try? response.json().root else { return nil }
        return AnswerScope(AnswerReading(root))
    }
}

extension Plan {
    /// The request for what is wanted.
    func endpoint(for request: ProviderRequest, of info: ProviderInfo) throws(ProviderError) -> Endpoint {
        switch request {
        case .search(let query, let page):
            guard let search else { throw .unanswerable("\(info.name) cannot search.") }
            let values = try values(
                RequestValues(text: info.capabilities.askedText(of: query.text)), page, of: info)
            return try search.endpoint(values, filters: query.filters, order: query.order)
                .at(values.page?.address)
        case .browse(let browse, let page):
            guard let list = list(for: browse) else {
                throw .unanswerable(
                    "\(info.name) has no list of what \(browse.day.map { "was new on \($0)" } ?? "is new").")
            }
            let values = try values(RequestValues(day: browse.day), page, of: info)
            return try list.endpoint(values, filters: browse.filters).at(values.page?.address)
        case .details(let item):
            guard let details else { throw .unsupported(request, by: info) }
            return try details.endpoint(RequestValues(id: item.local))
        case .download:
            throw .unanswerable("\(info.name) need not be told before a file is taken.")
        }
    }

    func list(for browse: Browse) -> EndpointPlan? { browse.day == nil ? self.browse : day }

    private func values(
        _ values: RequestValues, _ request: PageRequest, of info: ProviderInfo
    ) throws(ProviderError) -> RequestValues {
        var values = values
        values.size = request.bounded(by: info.terms).size
        guard let paging else {
            if request.cursor == nil { return values }
            throw .unanswerable("\(info.name) has one page only.")
        }
        values.page = try paging.place(request, of: info)
        return values
    }
}

/// What the answers are.
enum AnswerFormat: String, Sendable {
    case json
    /// RSS or Atom.
    case feed
}

/// Where the items are in an answer.
enum RecordPlace: Sendable {
    case list(AnswerPath)
    /// The one item, there.
    case record(AnswerPath)
}

extension RecordShape.Form {
    /// The words of a definition for how a member looks.
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

extension ValuePlan {
    /// Whether there is anything at its place.
    fileprivate func marks(_ scope: AnswerScope) -> Bool {
        if case .at(let path) = source { path.value(in: scope).exists } else { false }
    }
}

extension ProviderRequest {
    /// Whether there may be nothing to answer it with. One item that was met is there, or the service refuses.
    fileprivate var isOfList: Bool { page != nil }
}

extension Endpoint {
    /// The same request at the address that the service named for its next page. Keys stay where they were.
    fileprivate func at(_ address: WebURL?) -> Endpoint {
        guard let address else { return self }
        var endpoint = self
        endpoint.target = .web(address)
        endpoint.query = query.filter { field in
            field.value.contains { if case .key = $0 { true } else { false } }
        }
        return endpoint
    }
}
