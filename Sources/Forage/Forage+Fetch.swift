public import ForageCore
package import ForageDownloads
internal import ForageSearch
internal import ForageTransport

extension Forage {
    /// Carries out one request exactly as a search would.
    ///
    /// - Parameters:
    ///   - endpoint: The request. Its keys are those of the provider that its origin belongs to.
    ///   - timeout: How long it may take; as configured when nil.
    /// - Returns: The answer and where it came from, whatever its status.
    /// - Throws: ``ForageCore/FetchError`` when there is no answer.
    public func fetch(
        _ endpoint: Endpoint, within timeout: Duration? = nil
    ) async throws(FetchError) -> Fetched {
        guard case .web(let url) = endpoint.target else {
            throw .notAllowed("only an address can be fetched, no file")
        }
        return try await pipelines.services.fetch(
            endpoint, for: asker(of: url), by: .now + (timeout ?? configuration.timeout))
    }

    /// Carries out one request of a provider's, anew and once, whatever comes of it. It counts like any other, and
    /// nothing is kept of it.
    ///
    /// - Parameters:
    ///   - endpoint: The request.
    ///   - provider: Whose service is asked.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``ForageCore/FetchError`` when there is no answer.
    package func fetchOnce(
        _ endpoint: Endpoint, for provider: any Provider
    ) async throws(FetchError) -> Fetched {
        try await pipelines.fetchOnce(endpoint, for: provider, by: .now + configuration.timeout)
    }

    /// The account of a server that belongs to no provider; nil of one that does.
    package func account(ofStrangerAt url: WebURL) -> ProviderID? {
        configuration.provider(at: url) == nil ? ProviderID(strangerAt: url) : nil
    }

    /// On whose behalf an address is asked.
    func asker(of url: WebURL) -> ProviderInfo {
        configuration.provider(at: url) ?? ProviderInfo(strangerAt: url)
    }
}

extension Forage {
    /// What fetches files, whose addresses are strangers' words: it gets to the open internet only, and with no key.
    package func downloader(
        upTo greatestByteCount: Int = Downloader.usualLimit, finishing steps: [any FinishingStep] = []
    ) -> Downloader {
        Downloader(pipelines.pictures, upTo: greatestByteCount, finishing: steps)
    }

    /// What asks the services for leave to take files.
    package var downloadAuthorizer: DownloadAuthorizer {
        DownloadAuthorizer(configuration.providers.map(pipelines.sourceOfPermits))
    }
}

extension Forage {
    /// Fetches a picture to look at. Its address is a stranger's word: it gets to the open internet only, on every hop,
    /// and with no key.
    ///
    /// - Parameters:
    ///   - url: Where it is.
    ///   - greatestByteCount: The most bytes; reading stops there, whatever the server promised or sends.
    ///   - deadline: When nobody waits for it any more.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``ForageCore/FetchError`` when there is no answer.
    package func picture(
        at url: WebURL, upTo greatestByteCount: Int, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Response {
        var endpoint = Endpoint.get(url).header("Accept", "image/*")
        endpoint.limit = .whole(greatestByteCount)
        return try await pipelines.pictures.fetch(endpoint, for: .pictures, by: deadline).response
    }
}

extension Configuration {
    /// The provider that an address belongs to.
    public func provider(at url: WebURL) -> ProviderInfo? {
        providers.map(\.provider.info).first { $0.origins.contains(url.origin) }
    }
}

/// Answers everything with one response that was saved earlier.
struct SavedResponse: Fetcher {
    private let response: Response

    init(_ response: Response) { self.response = response }

    func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        Fetched(response, origin: .file)
    }
}

extension ProviderInfo {
    /// An origin that no provider declares.
    fileprivate init(strangerAt url: WebURL) {
        self.init(
            id: ProviderID(strangerAt: url), name: url.host, summary: "", site: url.withoutQuery, kinds: [],
            origins: [url],
            capabilities: Capabilities(searches: false))
    }
}

extension ProviderID {
    /// Each server has an account of its own, so that one that wants a rest keeps nobody else from being asked.
    fileprivate init(strangerAt url: WebURL) {
        let origin = url.origin.description.lowercased()
        let parts = origin.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.dropFirst()
        let name = (["web"] + parts).joined(separator: "-")
        // Another server's name may come to the same, or begin with the same.
        let isPlain = name.utf8.count <= 32 && origin == "https://" + parts.joined(separator: ".")
        let mark = String(SipHash(0, 0).of(Array(origin.utf8)[...]), radix: 36)
        self = ProviderID(isPlain ? name : "\(name.prefix(18))-\(mark)") ?? "web"
    }
}
