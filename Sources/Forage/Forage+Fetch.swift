public import ForageCore
package import ForageDownloads
internal import ForageSearch
internal import ForageTransport

extension Forage {
    /// Carries out one request exactly as a search would.
    ///
    /// - Parameters:
    ///   - endpoint: The request. It uses the keys of the provider that its origin belongs to.
    ///   - timeout: The time limit; nil for the configured one.
    /// - Returns: The answer, with any status, and its origin.
    /// - Throws: ``ForageCore/FetchError`` if there is no answer.
    public func fetch(
        _ endpoint: Endpoint, within timeout: Duration? = nil
    ) async throws(FetchError) -> Fetched {
        guard case .web(let url) = endpoint.target else {
            throw .notAllowed("only a web address can be fetched, not a file")
        }
        return try await pipelines.services.fetch(
            endpoint, for: asker(of: url), by: .now + (timeout ?? configuration.timeout))
    }

    /// Carries out a provider's request exactly once, without the cache. The request counts towards the limits, and its
    /// answer is not stored.
    ///
    /// - Parameters:
    ///   - endpoint: The request.
    ///   - provider: The provider whose service receives it.
    /// - Returns: The answer, with any status.
    /// - Throws: ``ForageCore/FetchError`` if there is no answer.
    package func fetchOnce(
        _ endpoint: Endpoint, for provider: any Provider
    ) async throws(FetchError) -> Fetched {
        try await pipelines.fetchOnce(endpoint, for: provider, by: .now + configuration.timeout)
    }

    /// Carries out a request of a provider exactly once, without the cache, and the further requests that the provider
    /// needs to read the answer.
    ///
    /// - Returns: The answer, with any status, and the further ones.
    package func answer(to request: ProviderRequest, of provider: any Provider) async throws -> Response {
        var response = try await fetchOnce(try provider.endpoint(for: request), for: provider).response
        if case .more(let endpoints)? = try? provider.decode(response, for: request) {
            for endpoint in endpoints {
                response.following.append(try await fetchOnce(endpoint, for: provider).response)
            }
        }
        return response
    }

    /// Returns the account of a server that belongs to no provider; nil if the server belongs to one.
    package func account(ofUnknownServerAt url: WebURL) -> ProviderID? {
        configuration.provider(at: url) == nil ? ProviderID(unknownServerAt: url) : nil
    }

    /// Returns the provider on whose behalf an address is requested.
    func asker(of url: WebURL) -> ProviderInfo {
        configuration.provider(at: url) ?? ProviderInfo(unknownServerAt: url)
    }
}

extension Forage {
    /// Creates a downloader. It connects only to the open internet and sends no key, because the addresses of files
    /// come from third parties.
    package func downloader(
        upTo greatestByteCount: Int = Downloader.usualLimit, finishing steps: [any FinishingStep] = []
    ) -> Downloader {
        Downloader(pipelines.pictures, upTo: greatestByteCount, finishing: steps)
    }

    /// Asks the services for permission to download files.
    package var downloadAuthorizer: DownloadAuthorizer {
        DownloadAuthorizer(configuration.providers.map(pipelines.sourceOfPermits))
    }
}

extension Forage {
    /// Fetches a picture to measure it. Every hop must be on the open internet, and no key is sent, because the address
    /// comes from a third party.
    ///
    /// - Parameters:
    ///   - url: The address of the picture.
    ///   - greatestByteCount: The maximum number of bytes to read, whatever length the server declares or sends.
    ///   - deadline: The time at which the picture is no longer needed.
    /// - Returns: The answer, with any status.
    /// - Throws: ``ForageCore/FetchError`` if there is no answer.
    package func picture(
        at url: WebURL, upTo greatestByteCount: Int, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Response {
        var endpoint = Endpoint.get(url).header("Accept", "image/*")
        endpoint.limit = .whole(greatestByteCount)
        return try await pipelines.pictures.fetch(endpoint, for: .pictures, by: deadline).response
    }
}

extension Forage {
    /// Opens a sound file to pass it on as it arrives. Every hop must be on the open internet, and no key is sent.
    ///
    /// - Parameters:
    ///   - url: The address of the file.
    ///   - range: The value of the header `Range`; nil for the whole file.
    /// - Returns: The response, with any status.
    /// - Throws: ``ForageCore/FetchError`` if there is no response.
    package func sound(at url: WebURL, range: String?) async throws(FetchError) -> StreamedResponse {
        var endpoint = Endpoint.get(url).header("Accept", "audio/*")
        if let range { endpoint = endpoint.header("Range", .text(range)) }
        return try await pipelines.pictures.open(endpoint, for: .files)
    }
}

extension Configuration {
    /// Returns the provider that an address belongs to.
    public func provider(at url: WebURL) -> ProviderInfo? {
        providers.map(\.provider.info).first { $0.origins.contains(url.origin) }
    }
}

/// A fetcher that returns the same saved response to every request.
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
    /// Creates the description of a server that belongs to no provider.
    init(unknownServerAt url: WebURL) {
        self.init(
            id: ProviderID(unknownServerAt: url), name: url.host, summary: "", site: url.withoutQuery,
            kinds: [],
            origins: [url],
            capabilities: Capabilities(searches: false))
    }
}

extension ProviderID {
    /// Creates a separate account for each server, so that a pause for one does not affect requests to others.
    fileprivate init(unknownServerAt url: WebURL) {
        let origin = url.origin.description.lowercased()
        let parts = origin.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.dropFirst()
        let name = (["web"] + parts).joined(separator: "-")
        // Different servers may yield the same name, or names with the same beginning.
        let isPlain = name.utf8.count <= 32 && origin == "https://" + parts.joined(separator: ".")
        let mark = String(SipHash(0, 0).of(Array(origin.utf8)[...]), radix: 36)
        self = ProviderID(isPlain ? name : "\(name.prefix(18))-\(mark)") ?? "web"
    }
}
