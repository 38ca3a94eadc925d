package import ForageCore

/// Asks a real service for one small thing, and looks only whether its answers are still what they were.
package struct LiveCheck: Sendable {
    package typealias Fetch = @Sendable (Endpoint) async throws(FetchFailure) -> Fetched

    private let provider: any Provider
    private let samples: [SampleAnswer]
    private let fetch: Fetch

    /// Describes a check.
    ///
    /// - Parameters:
    ///   - provider: Whose service is asked.
    ///   - samples: Answers as they were; none where there are no samples at hand.
    ///   - fetch: Makes the one request, counted like any other.
    package init(_ provider: any Provider, samples: [SampleAnswer], fetch: @escaping Fetch) {
        self.provider = provider
        self.samples = samples
        self.fetch = fetch
    }

    /// Asks, and says what came of it, and whether anybody was reached. What may as well lie with this machine or its
    /// network is no fault of the service's.
    package func finding() async -> (finding: Finding, wasReached: Bool) {
        do {
            let request = try request
            let endpoint = try provider.endpoint(for: request)
            guard case .web = endpoint.target else {
                return (finding(.well, "It reads a file; nobody is asked."), false)
            }
            // Else the cache might answer.
            let fetched = try await fetch(endpoint.header("Cache-Control", .text("no-cache")))
            if case .stale(_, let reason) = fetched.origin {
                return (finding(.unknown, "It could not be asked: \(reason)."), false)
            }
            return (judgement(of: fetched.response, to: request), true)
        } catch FetchFailure.denied(let reason) {
            return (finding(.advice, "It refuses the key: \(reason)."), true)
        } catch {
            return (finding(.unknown, "It could not be asked: \(error)."), false)
        }
    }

    private var request: ProviderRequest {
        get throws {
            let page = PageRequest(size: 1)
            return provider.about.capabilities.searches
                ? .search(try Query("owl"), page) : .browse(Browse(), page)
        }
    }

    private func judgement(of response: Response, to request: ProviderRequest) -> Finding {
        switch provider.refusal(in: response) {
        case .denied(let reason) where provider.about.keys.isEmpty:
            return finding(.unknown, "It is blocked: \(reason).")
        case .denied(let reason): return finding(.advice, "It refuses the key: \(reason).")
        case .throttled(_, let reason): return finding(.unknown, "It must not be asked now: \(reason).")
        case .failed(let reason): return finding(.unknown, "It fails: \(reason).")
        case .notFound(let reason): return finding(.ill, "Its answers have changed: \(reason).")
        case nil: break
        }
        do throws(DecodingFault) {
            var changes = changes(in: response, to: request)
            if case .page(let page) = try provider.decode(response, for: request) {
                let told = page.drift.map { $0.path + " " }
                changes.removeAll { change in told.contains(where: change.hasPrefix) }
                changes = page.drift.map(\.description) + changes
                if page.drafts.isEmpty, changes.isEmpty {
                    return finding(.unknown, "It found nothing, so that there was nothing to compare.")
                }
            }
            guard !changes.isEmpty else { return finding(.well, praise(to: request)) }
            let told = changes.prefix(5).joined(separator: "; ")
            let rest = changes.count > 5 ? "; and \(changes.count - 5) more" : ""
            return finding(.advice, "Its answers have changed: \(told)\(rest).")
        } catch {
            return finding(after: error)
        }
    }

    private func finding(after fault: DecodingFault) -> Finding {
        switch fault {
        case .drift: finding(.ill, "Its answers have changed: \(fault).")
        // A page that wants one to sign in first, or that blocks.
        case .unreadable: finding(.unknown, "Something else answered in its place: \(fault)")
        }
    }

    /// What a provider states of its answers is held against them as they are read, with samples or without.
    private func praise(to request: ProviderRequest) -> String {
        samples(like: request).isEmpty
            ? "Its answers are as its provider reads them; there is no sample here to compare the rest with."
            : "Its answers are as they were."
    }

    private func samples(like request: ProviderRequest) -> [SampleAnswer] {
        samples.filter { $0.request.isLike(request) }
    }

    private func changes(in response: Response, to request: ProviderRequest) -> [String] {
        var before = AnswerShape()
        for sample in samples(like: request) { before.add(sample.body) }
        var now = AnswerShape()
        now.add(response.body)
        return before.changes(in: now)
    }

    private func finding(_ verdict: Finding.Verdict, _ sentence: String) -> Finding {
        Finding(provider.about.id.name, verdict, sentence.onOneLine)
    }
}

extension ProviderRequest {
    fileprivate func isLike(_ other: ProviderRequest) -> Bool {
        switch (self, other) {
        case (.search, .search), (.browse, .browse): true
        default: false
        }
    }
}
