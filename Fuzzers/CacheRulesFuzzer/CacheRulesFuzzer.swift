internal import ForageCore
internal import ForageTransport
internal import Platform

/// Holds the cache's rules to their promises on whatever header fields libFuzzer thinks of: the first half of the
/// lines is an answer's, the second a request's.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let halves = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    let answer = headers(of: halves.first ?? "")
    let asked = headers(of: halves.dropFirst().first ?? "").fields.reduce(
        Endpoint.get("https://example.org/")
    ) { $0.header($1.name, .text($1.value)) }
    guard let request = CacheRequest(asked) else { preconditionFailure("every address has a key") }
    for status in [200, 206] { check(Response(status: status, headers: answer, body: [1, 2, 3]), request) }
    return 0
}

private func headers(of text: Substring) -> Headers {
    var headers = Headers()
    for line in text.split(separator: "\n") {
        let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if halves.count == 2 { headers.append(String(halves[0]), String(halves[1])) }
    }
    return headers
}

private func check(_ response: Response, _ request: CacheRequest) {
    let received = Date(timeIntervalSince1970: 1_790_000_000)
    let times = ExchangeTimes(requested: received, received: received)
    let terms = CachingTerms(defaultAge: .seconds(60), leastAge: .seconds(1), greatestAge: .seconds(86_400))
    for rules in [CacheRules(), CacheRules(terms: terms), CacheRules(use: .offline)] {
        let decision = rules.storing(response, to: request, for: "sample", times)
        guard case .store(let stored, _) = decision else { continue }
        checkStored(stored, request, rules)
        for seconds in [-1e9, -61, 0, 30, 1e6, 1e12] {
            let now = received.addingTimeInterval(seconds)
            let freshness = Freshness(of: stored, at: now, terms: rules.terms)
            precondition(freshness.age >= 0 && freshness.age.isFinite)
            precondition((0...Freshness.greatestLifetime).contains(freshness.lifetime))
            precondition(seconds < 1e9 || !freshness.isFresh)
            checkServed(rules.decide(request, among: [stored], at: now))
        }
    }
}

/// Nothing is kept that must not be, and a confirmation of itself changes nothing that counts.
private func checkStored(_ stored: StoredResponse, _ request: CacheRequest, _ rules: CacheRules) {
    precondition(stored.headers["Set-Cookie"] == nil && stored.headers["Connection"] == nil)
    precondition(stored.heldBytes.count == stored.byteCount)
    let again = Response(status: 304, headers: stored.headers, body: [])
    let times = ExchangeTimes(requested: stored.requested, received: stored.received)
    let confirmed = rules.confirmed(stored, by: again, to: request, times)
    precondition(confirmed?.variant == stored.variant)
    precondition(confirmed?.headers["ETag"] == stored.headers["ETag"])
    if let expiry = rules.expiry(of: stored) { precondition(expiry >= stored.received) }
}

/// What is served lies in what is held.
private func checkServed(_ decision: CacheDecision) {
    precondition(!decision.rules.isEmpty)
    guard case .serve(let serving) = decision.action, case .bytes(let range) = serving.form else { return }
    let held = serving.stored.heldBytes
    precondition(held.lowerBound <= range.bytes.lowerBound && range.bytes.upperBound <= held.upperBound)
    precondition(ContentRange(range.description) == range)
}
