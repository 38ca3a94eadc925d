internal import ForageCore
internal import Platform

/// The requests and answers for one question to a provider.
struct ProviderSession: Sendable {
    let provider: any Provider
    let fetcher: any Fetcher
    let deadline: ContinuousClock.Instant

    /// The maximum number of rounds of further requests that decoding may ask for.
    static let greatestRoundCount = 3
    /// The maximum total number of requests that decoding may ask for.
    static let greatestRequestCount = 20

    func reading(of request: ProviderRequest) async throws(ProviderError) -> Reading {
        let endpoint = try provider.endpoint(for: request)
        try check(endpoint)
        var answers = [try await accepted(attempt(endpoint).get())]
        var rounds = 0
        while true {
            switch try await decode(answers, for: request) {
            case .page(let page):
                if page.isDoubtful { await report(.doubtful, on: answers) }
                return Reading(page: page, answers: answers)
            case .more(let endpoints):
                rounds += 1
                try check(endpoints, round: rounds, alreadyAsked: answers.count - 1)
                answers += try await fetch(endpoints)
            }
        }
    }

    private func decode(
        _ answers: [Fetched], for request: ProviderRequest
    ) async throws(ProviderError) -> Step {
        var response = answers[0].response
        response.following = answers.dropFirst().map(\.response)
        do {
            return try provider.decode(response, for: request)
        } catch {
            await report(.unreadable, on: answers)
            throw error.adding(answers.completeness)
        }
    }

    private func check(_ endpoints: [Endpoint], round: Int, alreadyAsked: Int) throws(ProviderError) {
        guard round <= Self.greatestRoundCount else {
            throw .mistake("it makes more than \(Self.greatestRoundCount) further rounds of requests")
        }
        guard !endpoints.isEmpty else { throw .mistake("it needs more answers but names no request") }
        guard alreadyAsked + endpoints.count <= Self.greatestRequestCount else {
            throw .mistake("it makes more than \(Self.greatestRequestCount) further requests")
        }
    }

    /// Carries out requests concurrently; the answers are in the order of the requests.
    private func fetch(_ endpoints: [Endpoint]) async throws(ProviderError) -> [Fetched] {
        for endpoint in endpoints { try check(endpoint) }
        let results = await withTaskGroup(of: (Int, Result<Fetched, ProviderError>).self) { group in
            for (place, endpoint) in endpoints.enumerated() {
                group.addTask { (place, await attempt(endpoint)) }
            }
            var results: [Int: Result<Fetched, ProviderError>] = [:]
            for await (place, result) in group { results[place] = result }
            return results
        }
        var answers: [Fetched] = []
        for place in endpoints.indices {
            if let result = results[place] { answers.append(try await accepted(result.get())) }
        }
        return answers
    }

    private func check(_ endpoint: Endpoint) throws(ProviderError) {
        guard case .web(let url) = endpoint.target else { return }
        guard provider.info.origins.contains(url.origin) else {
            throw .mistake(
                "it makes a request to \(url.origin), which is not one of the origins that it declares")
        }
    }

    private func accepted(_ fetched: Fetched) async throws(ProviderError) -> Fetched {
        guard let refusal = provider.refusal(in: fetched.response) else { return fetched }
        await report(.refused, on: [fetched])
        throw .refused(refusal)
    }

    private func report(_ verdict: AnswerVerdict, on answers: [Fetched]) async {
        await fetcher.report(verdict, on: answers, for: provider.info)
    }

    private func attempt(_ endpoint: Endpoint) async -> Result<Fetched, ProviderError> {
        do throws(FetchError) {
            return .success(try await fetcher.fetch(endpoint, for: provider.info, by: deadline))
        } catch {
            return .failure(.unfetched(error))
        }
    }
}

extension [Fetched] {
    /// The completeness of all bodies together.
    var completeness: Response.Completeness {
        first { $0.response.completeness != .whole }?.response.completeness ?? .whole
    }
}

/// A page as a provider decoded it, with the answers that it was decoded from.
struct Reading {
    let page: Page
    let answers: [Fetched]

    /// Returns the items of the page and the outcome. Unwanted drafts are omitted, which does not count as drift.
    func answer(
        from provider: any Provider, keeping isWanted: (Draft) -> Bool = { _ in true }
    ) -> SourceAnswer {
        let (items, isAnything) = items(from: provider, keeping: isWanted)
        var notes = drift.map(Outcome.Note.drift)
        if let damage { notes.append(.incomplete(damage)) }
        if let sentence = faultOfNext { notes.append(.incomplete(sentence)) }
        let outcome = Outcome(
            provider.info.id, result(itemCount: items.count, isAnything),
            origin: answers.first?.origin, notes: notes)
        var answer = SourceAnswer(
            items: items, next: faultOfNext == nil ? page.next : nil, total: page.total, outcome: outcome,
            mayBeKept: !answers.contains { CacheControl($0.response.headers).has("no-store") })
        answer.related = page.related
        let completeness = answers.completeness
        answer.isCutOff = completeness == .cutOff || completeness == .whole && page.endsEarly
        return answer
    }

    /// Returns the wanted items without repeats, and whether any item could be built.
    private func items(
        from provider: any Provider, keeping isWanted: (Draft) -> Bool
    ) -> (items: [Item], isAnything: Bool) {
        let id = provider.info.id
        var met: Set<String> = []
        var items: [Item] = []
        var isAnything = false
        for draft in page.drafts where !draft.isNameless && met.insert(draft.localID).inserted {
            guard !draft.isUntitled else { continue }
            isAnything = true
            guard isWanted(draft) else { continue }
            let credit = provider.attribution(for: draft)
            if let item = Item(draft, credit: credit, from: id) { items.append(item) }
        }
        return (items, isAnything)
    }

    private func result(itemCount: Int, _ isAnything: Bool) -> Outcome.Result {
        if isAnything { return itemCount > 0 ? .answered(itemCount) : .empty }
        if let damage { return .failed(damage) }
        if drift.isEmpty { return .empty }
        return .drift(drift.map(\.description).joined(separator: "; "))
    }

    /// The drift that the provider noted, and drafts from which no item can be built.
    private var drift: [Drift] {
        let total = page.drafts.count
        let nameless = page.drafts.count(where: \.isNameless)
        let untitled = page.drafts.count(where: \.isUntitled)
        let unseen = [
            Drift(path: "id", count: nameless, total: total),
            Drift(path: "title", count: untitled, total: total),
        ]
        return page.drift + unseen.filter { $0.count > 0 }
    }

    /// The defect of the bodies. The provider's own description is more precise than the transport's, but a body that
    /// exceeds the limit looks truncated to the provider.
    private var damage: String? {
        let sentence = answers.completeness.sentence
        return answers.completeness == .overLimit ? sentence : page.damage ?? sentence
    }

    private var faultOfNext: String? {
        guard let next = page.next, next.utf8.count > SearchCursor.greatestPlaceByteCount else { return nil }
        return "its identifier for the next page is longer than \(SearchCursor.greatestPlaceByteCount) bytes"
    }
}

extension Page {
    /// Indicates whether an intact service would probably return a different page.
    fileprivate var isDoubtful: Bool { damage != nil || drafts.isEmpty && !drift.isEmpty }
}

extension Draft {
    fileprivate var isNameless: Bool { localID.isEmpty }
    fileprivate var isUntitled: Bool { !title.isVisible }
}

extension ProviderError {
    /// Returns the result for a provider that failed with this error.
    func result(for request: ProviderRequest, of provider: ProviderInfo, now: Date) -> Outcome.Result {
        switch self {
        // A provider without a download notification needs no request, so this is not a failure.
        case .unanswerable where request.isDownload: .empty
        case .unanswerable(let reason): .skipped(reason)
        case .unreadable, .mistake: .failed(description)
        case .drift: .drift(description)
        case .unfetched(let error): error.result(of: provider)
        case .refused(let refusal): refusal.result(for: request, now: now)
        }
    }

    /// Returns the error with the defect of the bodies that caused it.
    func adding(_ completeness: Response.Completeness) -> ProviderError {
        completeness.sentence.map { .unreadable("\($0); \(description)") } ?? self
    }
}

extension ProviderRequest {
    fileprivate var isDownload: Bool { if case .download = self { true } else { false } }
}

extension FetchError {
    fileprivate func result(of provider: ProviderInfo) -> Outcome.Result {
        switch self {
        case .unreachable, .notAllowed, .keysNotAllowed, .broken: .failed(description)
        case .notSimulated(let reason): .skipped(reason)
        case .denied(let reason): .denied(reason)
        case .timedOut: .timedOut(description)
        case .throttled(let time, _): .throttled(until: time, description)
        case .missingKey(let name): .skipped(provider.adviceOnKey(name))
        case .cancelled: .cancelled
        }
    }
}

extension ProviderInfo {
    /// Returns advice on how to get a key.
    fileprivate func adviceOnKey(_ name: String) -> String {
        guard let key = keys.first(where: { $0.name == name }) else { return "it needs the key \(name)" }
        return "it needs a key; set the variable \(key.variable) to a key from \(key.source)"
    }
}

extension Refusal {
    fileprivate func result(for request: ProviderRequest, now: Date) -> Outcome.Result {
        switch (self, request) {
        case (.notFound, .details): .empty
        case (.notFound(let reason), _), (.failed(let reason), _): .failed(reason)
        case (.denied(let reason), _): .denied(reason)
        case (.throttled(let time, let reason), _): .throttled(until: time?.date(from: now), reason)
        }
    }
}

extension Response.Completeness {
    /// The defect of an incomplete body; nil if the body is whole.
    var sentence: String? {
        switch self {
        case .whole: nil
        case .cutOff: "the connection closed before the answer was complete"
        case .overLimit: "the answer exceeds the size limit"
        }
    }
}
