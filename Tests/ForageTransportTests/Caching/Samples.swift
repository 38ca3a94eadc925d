import ForageCore
import Platform

@testable import ForageTransport

/// The time of all events unless a test says otherwise: 10 November 2026, 08:00:00 GMT.
let noon = Date(timeIntervalSince1970: 1_794_297_600)

extension Date {
    /// The time so many seconds later, in HTTP's format.
    func http(_ seconds: Double = 0) -> String { HTTPDate(addingTimeInterval(seconds)).description }
}

extension ProviderInfo {
    static func sample(_ caching: CachingTerms = CachingTerms()) -> ProviderInfo {
        ProviderInfo(
            id: "sample", name: "Sample", summary: "Plays a service", site: "https://example.org/", kinds: [],
            origins: ["https://api.example.org/"], capabilities: Capabilities(),
            terms: Terms(caching: caching))
    }
}

extension Endpoint {
    static let sample = Endpoint.get("https://api.example.org/birds?q=owl")

    func method(_ method: Endpoint.Method) -> Endpoint {
        var copy = self
        copy.method = method
        return copy
    }

    func headers(_ headers: [(String, String)]) -> Endpoint {
        headers.reduce(self) { $0.header($1.0, .text($1.1)) }
    }
}

extension CacheRequest {
    static func sample(
        _ method: Endpoint.Method = .get, _ headers: [(String, String)] = []
    ) throws -> CacheRequest {
        guard let request = CacheRequest(Endpoint.sample.method(method).headers(headers)) else {
            throw SampleError()
        }
        return request
    }
}

struct SampleError: Error {}

extension Headers {
    init(_ fields: [(String, String)]) {
        self.init()
        for (name, value) in fields { append(name, value) }
    }
}

extension StoredResponse {
    /// A response that arrived at noon.
    static func atNoon(
        _ headers: [(String, String)] = [], status: Int = 200, variant: [VariantField] = [],
        part: Part = .whole, byteCount: Int = 10
    ) throws -> StoredResponse {
        let dated = headers.contains { $0.0 == "Date" } ? headers : headers + [("Date", noon.http())]
        return StoredResponse(
            key: try CacheRequest.sample().key, variant: variant, provider: "sample", status: status,
            headers: Headers(dated), requested: noon, received: noon, part: part, byteCount: byteCount)
    }
}

/// A decision in a word.
enum Verdict: Equatable {
    case fresh, stale, staleAndConfirmed, asked, confirmed, completed, refused

    init(_ decision: CacheDecision) {
        self =
            switch decision.action {
            case .serve(let serving): serving.staleness == nil ? .fresh : .stale
            case .serveAndConfirm: .staleAndConfirmed
            case .refuse: .refused
            case .ask(let question):
                switch question.purpose {
                case .answer: .asked
                case .confirm: .confirmed
                case .complete: .completed
                }
            }
    }
}

extension CacheRules {
    /// The verdict on a plain request, given one stored response and the seconds since noon.
    func verdict(
        on stored: StoredResponse..., after seconds: Double = 0, request: [(String, String)] = [],
        method: Endpoint.Method = .get
    ) throws -> Verdict {
        let request = try CacheRequest.sample(method, request)
        return Verdict(decide(request, among: stored, at: noon.addingTimeInterval(seconds)))
    }
}
