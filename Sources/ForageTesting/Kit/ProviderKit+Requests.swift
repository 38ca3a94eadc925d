internal import ForageCore

extension ProviderKit {
    func undeclaredEndpoints(_ sample: SampleAnswer) -> [String] {
        do throws(Unanswerable) {
            let endpoint = try provider.endpoint(for: sample.request)
            let again = try provider.endpoint(for: sample.request)
            return (endpoint == again ? [] : ["two endpoints for one request differ."])
                + undeclaredTarget(endpoint) + undeclaredKeys(endpoint)
        } catch {
            return ["its request is refused: \(error)"]
        }
    }

    private func undeclaredTarget(_ endpoint: Endpoint) -> [String] {
        guard case .web(let url) = endpoint.target, !provider.about.origins.contains(url.origin) else {
            return []
        }
        return ["\(url.origin) is asked, but not declared."]
    }

    private func undeclaredKeys(_ endpoint: Endpoint) -> [String] {
        endpoint.keyNames.subtracting(provider.about.keys.map(\.name)).sorted()
            .map { "the key \($0) is used, but not declared." }
    }

    func untoldRefusals(_ sample: SampleAnswer) -> [String] {
        let whole = Response(status: sample.status, body: sample.body)
        let breach = provider.refusal(in: whole).map { "the sample itself is refused: \($0)." }
        return [breach].compactMap(\.self) + [401, 403, 404, 429, 500, 503].compactMap(mistold)
    }

    /// A service may rate-limit with 403; nothing else is open to it.
    private func mistold(_ status: Int) -> String? {
        let refusal = provider.refusal(in: Response(status: status, headers: ["Retry-After": "7"], body: []))
        return switch (status, refusal) {
        case (401, .denied), (403, .denied), (403, .throttled), (404, .notFound), (429, .throttled(_?, _)),
            (500, .failed), (503, .failed), (503, .throttled):
            nil
        default: "status \(status) is taken for \(refusal.map { "\($0)" } ?? "no refusal")."
        }
    }
}
