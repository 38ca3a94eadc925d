internal import ForageCore
internal import ForageSearch

extension ProviderCheck {
    static let asking = [
        ProviderCheck(
            "made-quietly", "Creating it sends no request and gives the same description each time."
        ) {
            await $0.noiseWhenMade()
        },
        ProviderCheck("endpoints-are-pure", "The same request gives the same endpoint.") { checks in
            Verdict(checks.breaches(checks.changingEndpoints))
        },
        ProviderCheck(
            "hosts-are-declared", "It sends only safe requests, and only to origins that it declares."
        ) {
            checks in Verdict(checks.breaches(checks.undeclaredTargets))
        },
        ProviderCheck(
            "keys-are-declared", "Keys are declared, used, and sent only over confidential connections."
        ) {
            checks in Verdict(checks.breaches(checks.undeclaredKeys) + checks.unusedKeys)
        },
        ProviderCheck("capabilities-are-true", "It supports what it declares, and nothing else.") {
            Verdict($0.untrueCapabilities)
        },
        ProviderCheck("paging-ends", "Pages lead to the end, without loops and repeats.") {
            $0.paging
        },
    ]
}

extension ProviderChecks {
    /// Checks that creating a provider causes no request, and that two instances have the same description.
    fileprivate func noiseWhenMade() async -> Verdict {
        let fetcher = StubFetcher { _ throws(FetchError) in throw .unreachable("no service") }
        guard let first = try? make(), let second = try? make() else {
            return .failed(["It can be created once, but not again."])
        }
        let info = PureSource(provider: first, fetcher: fetcher).info
        var breaches = fetcher.endpoints.map { "Creating it sends a request to \($0)." }
        let other = second.info
        let isSame =
            info.id == other.id && info.origins == other.origins && info.kinds == other.kinds
            && info.keys.map(\.name) == other.keys.map(\.name) && info.site == other.site
        if !isSame { breaches.append("Created twice, it gives two descriptions of itself.") }
        return Verdict(breaches)
    }

    fileprivate func changingEndpoints(_ sample: SampleAnswer) -> [String] {
        do throws(ProviderError) {
            let endpoint = try provider.endpoint(for: sample.request)
            let again = try provider.endpoint(for: sample.request)
            return endpoint == again ? [] : ["two endpoints for the same request differ."]
        } catch {
            return ["its request is refused: \(error)"]
        }
    }

    fileprivate func undeclaredTargets(_ sample: SampleAnswer) -> [String] {
        endpoints(for: sample).flatMap { endpoint in
            guard case .web(let url) = endpoint.target else { return [String]() }
            return
                (provider.info.origins.contains(url.origin)
                ? [] : ["it sends a request to \(url.origin), which is not declared."])
                + (endpoint.isQuestion ? [] : ["\(endpoint.method) may change something at the service."])
        }
    }

    fileprivate func undeclaredKeys(_ sample: SampleAnswer) -> [String] {
        endpoints(for: sample).flatMap { endpoint in
            let unknown = endpoint.keyNames.subtracting(provider.info.keys.map(\.name)).sorted()
            guard case .web(let url) = endpoint.target, !endpoint.keyNames.isEmpty,
                !url.origin.isConfidential
            else { return unknown.map { "the key \($0) is used, but not declared." } }
            return ["a key is sent to \(url.origin), where others can read it."]
        }
    }

    fileprivate var unusedKeys: [String] {
        let used = fullSamples.flatMap(endpoints).reduce(into: Set(provider.info.token?.keyNames ?? [])) {
            $0.formUnion($1.keyNames)
        }
        return provider.info.keys.filter { $0.isRequired && !used.contains($0.name) }.map {
            "The key \($0.name) is required, but never used."
        }
    }

    /// Returns every request for a sample, and the requests that follow from its answer.
    private func endpoints(for sample: SampleAnswer) -> [Endpoint] {
        var alone = sample.response
        alone.following = []
        let asked = ([sample.request] + requests(after: sample)).compactMap {
            try? provider.endpoint(for: $0)
        }
        guard case .more(let further) = try? provider.decode(alone, for: sample.request) else { return asked }
        return asked + further
    }

    /// Returns the requests for the next page and for the details of the first item.
    private func requests(after sample: SampleAnswer) -> [ProviderRequest] {
        let next = decode(sample).page?.next.flatMap { sample.request.page($0) }
        let item = drafts(sample).first.map {
            ProviderRequest.details(ItemID(provider: provider.info.id, local: $0.localID))
        }
        return [next, item].compactMap(\.self)
    }
}

extension Endpoint {
    /// Indicates whether the request only asks something: it is safe, or sends its question as JSON.
    fileprivate var isQuestion: Bool { method.isSafe || method == .post && body != nil }
}
