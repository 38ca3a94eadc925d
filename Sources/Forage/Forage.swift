internal import Catalog
public import ForageCore
public import ForageSearch
internal import ForageStorage
internal import Platform

/// Forage, assembled from a configuration: the only type that knows all concrete parts.
///
/// ```swift
/// let report = try await Forage().search("barn owl")
/// for item in report.items { print(item.title, "–", item.attribution.text) }
/// ```
///
/// To add a provider of your own, or to read none of the user's files, create a ``ForageCore/Configuration``:
///
/// ```swift
/// let forage = Forage(try Configuration(registrations: Forage.builtIn + [Mine.registration]))
/// ```
public struct Forage: Sendable {
    /// The configuration.
    public let configuration: Configuration
    var engine: SearchEngine
    let seal: CursorSeal
    /// The providers that a replay uses, whether or not they are enabled.
    private(set) var everyone: [ProviderID]?
    let pipelines: Pipelines
    /// Measures pictures at any address that the user names.
    private let measurer: PictureMeasurer
    let transforms: Transforms
    /// Creates the same value for another configuration; nil for a replay.
    private let configured: (@Sendable (Configuration, Traffic) -> Forage)?

    /// The compiled providers; ``Definitions`` contains the others.
    public static var builtIn: [Registration] { Catalog.all }

    /// Creates a `Forage` value. This sends no request and opens no file.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - cache: The cache; nil to store nothing.
    ///   - use: The rules for the use of cached answers.
    ///   - ledger: The counter of requests to each service; all programs of a user share ``ledger(in:warn:)``.
    ///   - seal: The seal of cursors; one with a key makes them usable by this user only.
    public init(
        _ configuration: Configuration, cache: Cache? = nil, use: CacheUse = .usual(),
        ledger: any Ledger = MemoryLedger(), seal: CursorSeal = .keyless
    ) {
        self.init(configuration, cache: cache, use: use, ledger: ledger, seal: seal, recorder: nil)
    }

    /// Creates a `Forage` value with the settings, the keys, the cache and the request counts of the `forage` command.
    ///
    /// ```swift
    /// let report = try await Forage().search("barn owl")
    /// ```
    ///
    /// - Parameter fetcher: Sends the requests; nil for Forage's own.
    /// - Throws: ``ForageCore/ConfigurationError`` with all problems in the user's files.
    public init(fetcher: (any Fetcher)? = nil) throws(ConfigurationError) {
        let environment = OwnEnvironment.variables
        let configuration = try Configuration.ofCurrentUser(environment: environment)
        let folder = PersonalFolder.state.path(environment)
        let team = try TeamStore(of: configuration, in: folder)
        let cache = PersonalFolder.cache.path(environment).map { Cache(in: $0, configuration, sharing: team) }
        let own = folder.map { Self.ledger(in: $0) } ?? MemoryLedger()
        self.init(
            configuration, fetcher: fetcher, cache: cache, use: .usual(),
            ledger: team?.ledger(orElse: own) ?? own,
            seal: .keyless, recorder: nil)
    }

    /// Creates a `Forage` value that sends its requests through another transport, such as that of a server framework.
    ///
    /// Forage still handles the cache, the limits of the services and redirects. The fetcher receives complete requests,
    /// with keys already inserted:
    ///
    /// ```swift
    /// struct Transport: Fetcher {
    ///     func fetch(
    ///         _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ///     ) async throws(FetchError) -> Fetched {
    ///         guard let url = endpoint.openAddress else { throw .notAllowed("only web addresses are fetched") }
    ///         let (status, body) = await get(url.text, endpoint.headers)
    ///         return Fetched(Response(url: url, status: status, body: body), origin: .network)
    ///     }
    /// }
    /// let forage = Forage(configuration, fetcher: Transport())
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - fetcher: Sends the requests. It does not follow redirects.
    ///   - cache: The cache; nil to store nothing.
    ///   - use: The rules for the use of cached answers.
    ///   - ledger: The counter of requests to each service.
    ///   - seal: The seal of cursors.
    public init(
        _ configuration: Configuration, fetcher: any Fetcher, cache: Cache? = nil, use: CacheUse = .usual(),
        ledger: any Ledger = MemoryLedger(), seal: CursorSeal = .keyless
    ) {
        self.init(
            configuration, fetcher: fetcher, cache: cache, use: use, ledger: ledger, seal: seal, recorder: nil
        )
    }

    /// Creates the same value, and records all requests and answers.
    package init(
        _ configuration: Configuration, fetcher: (any Fetcher)? = nil, cache: Cache?, use: CacheUse,
        ledger: any Ledger, seal: CursorSeal, recorder: Recorder?, traffic: Traffic = Traffic()
    ) {
        let limits = configuration.providers.map { ($0.id, $0.limits) }
        self.init(
            configuration,
            Pipelines(
                configuration, keys: configuration.keyRing, origins: configuration.originMap, ledger: ledger,
                limits: Dictionary(uniqueKeysWithValues: limits), cache: cache, use: use, fetcher: fetcher,
                traffic: traffic, tape: recorder),
            secret: configuration.cloudinary.secret, needsKeys: true, isOffline: use == .offline, seal: seal
        ) {
            Forage(
                $0, fetcher: fetcher, cache: cache, use: use, ledger: ledger, seal: seal, recorder: recorder,
                traffic: $1)
        }
    }

    /// Creates a `Forage` value in which one server, such as the sandbox, simulates every service.
    ///
    /// The user's own keys are not used: the server receives a made-up key for each declared one. It is asked as fast
    /// as it can answer, within its own limits and the user's. Use a separate cache for its answers.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - server: The address of the server.
    ///   - cache: The cache; nil to store nothing.
    ///   - use: The rules for the use of cached answers.
    ///   - ledger: The counter of requests; do not pass that of the real services.
    ///   - seal: The seal of cursors.
    public init(
        _ configuration: Configuration, sendingEverythingTo server: WebURL, cache: Cache? = nil,
        use: CacheUse = .usual(), ledger: any Ledger = MemoryLedger(), seal: CursorSeal = .keyless
    ) {
        self.init(
            configuration, sendingEverythingTo: server, cache: cache, use: use, ledger: ledger, seal: seal,
            recorder: nil
        )
    }

    /// Creates the same value, and records all requests and answers.
    package init(
        _ configuration: Configuration, sendingEverythingTo server: WebURL, cache: Cache?, use: CacheUse,
        ledger: any Ledger, seal: CursorSeal, recorder: Recorder?, traffic: Traffic = Traffic()
    ) {
        let limits = configuration.providers.map { ($0.id, $0.ownLimits) }
        self.init(
            configuration,
            Pipelines(
                configuration, keys: KeyRing(playing: configuration.providers, at: server.origin),
                origins: OriginMap(sendingEverythingTo: server), ledger: ledger,
                limits: Dictionary(uniqueKeysWithValues: limits), cache: cache, use: use, traffic: traffic,
                tape: recorder),
            secret: Secret("sandbox-apiSecret"), needsKeys: false, seal: seal
        ) {
            Forage(
                $0, sendingEverythingTo: server, cache: cache, use: use, ledger: ledger, seal: seal,
                recorder: recorder,
                traffic: $1)
        }
    }

    private init(
        _ configuration: Configuration, _ pipelines: Pipelines, secret: Secret?, needsKeys: Bool,
        isOffline: Bool = false, seal: CursorSeal,
        configured: @escaping @Sendable (Configuration, Traffic) -> Forage
    ) {
        self.configuration = configuration
        self.configured = configured
        self.pipelines = pipelines
        self.seal = seal
        transforms = Transforms(
            configuration.cloudinary,
            secret: secret,
            infos: configuration.providers.map(\.provider.info), tape: pipelines.tape)
        measurer = PictureMeasurer(fetcher: pipelines.named)
        let (sources, skipped) = Self.sources(
            of: configuration.providers, pipelines, needsKeys: needsKeys, isOffline: isOffline)
        engine = SearchEngine(
            sources: sources,
            weights: configuration.weights,
            timeouts: Dictionary(
                uniqueKeysWithValues: configuration.providers.compactMap { provider in
                    provider.timeout.map { (provider.id, $0) }
                }),
            skipped: skipped, measurer: configuration.measures ? pipelines.measurer : nil,
            suggester: pipelines.suggester, seal: seal, pictures: configuration.pictures)
    }

    /// Creates a `Forage` value that uses only recorded answers.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the recording.
    ///   - replay: The recording.
    package init(_ configuration: Configuration, playing replay: Replay) {
        self.configuration = configuration
        configured = nil
        let pipelines = Pipelines(playing: replay)
        self.pipelines = pipelines
        seal = .keyless
        transforms = Transforms(
            configuration.cloudinary, secret: nil, infos: configuration.providers.map(\.provider.info),
            tape: pipelines.tape)
        measurer = PictureMeasurer(fetcher: pipelines.named)
        let bundle = replay.bundle
        engine = SearchEngine(
            sources: bundle.asked.compactMap { configuration[$0].map(pipelines.source) },
            weights: configuration.weights,
            skipped: bundle.skipped.map { Outcome($0.provider, leftOutFor: $0.filters, $0.reason) },
            measurer: configuration.measures ? pipelines.measurer : nil, suggester: pipelines.suggester,
            pictures: configuration.pictures)
        engine.limits.roundCount = max(1, bundle.roundCount)
        everyone = bundle.asked + bundle.skipped.map(\.provider)
        // A replay on a slow or busy computer must measure every picture that was measured in time originally.
        engine.limits.measuringTime = .seconds(60)
    }

    /// Returns Forage with another configuration. It has the same cache, request counts and counters; the settings of
    /// the cache remain.
    package func configured(by configuration: Configuration) -> Forage {
        configured?(configuration, pipelines.traffic) ?? self
    }

    /// Returns a copy for a long-running program: a provider that is too late for a search still finishes, so that the
    /// next search finds its answer in the cache. Without a cache, the copy is the same.
    package func finishing(_ late: LateAnswers) -> Forage {
        guard pipelines.cache?.store != nil else { return self }
        var forage = self
        forage.engine = engine.finishing(late)
        return forage
    }

    /// Waits for work that continues after its answer was returned: the confirmation of stale answers, and writes to
    /// disk. A program that exits without this may have to repeat its last requests.
    ///
    /// - Parameter patience: The maximum time to wait for confirmations; the unfinished ones are then cancelled.
    public func finish(within patience: Duration = .seconds(1)) async {
        await pipelines.finish(within: patience)
    }

    /// Requests all details of one item.
    ///
    /// - Parameters:
    ///   - id: The ID of the item.
    ///   - timeout: The time limit; nil for the configured one.
    /// - Returns: The item, if its provider has it, and the provider's outcome.
    public func item(_ id: ItemID, within timeout: Duration? = nil) async -> (item: Item?, outcome: Outcome) {
        let answer = await engine.details(of: id, within: timeout ?? configuration.timeout)
        return (answer.items.first.map(transforms.applied), transforms.applied(to: answer.outcome))
    }

    /// Requests the items with a file from each provider that can find files.
    ///
    /// - Parameters:
    ///   - sha1: The SHA-1 of the file, in hex.
    ///   - timeout: The time limit; nil for the configured one.
    /// - Returns: The items and the outcome of each provider.
    package func items(withSHA1 sha1: String, within timeout: Duration? = nil) async -> [SourceAnswer] {
        var answers: [SourceAnswer] = []
        for provider in configuration.providers where provider.provider.info.capabilities.findsFiles {
            answers.append(
                await engine.items(
                    withSHA1: sha1, of: provider.id, within: timeout ?? configuration.timeout))
        }
        return answers
    }

    /// Measures an SVG on the web and fetches only as much of it as necessary. No key is sent.
    ///
    /// - Parameters:
    ///   - url: The address of the SVG.
    ///   - timeout: The time limit; nil for the configured one.
    /// - Returns: The size that its root element declares.
    /// - Throws: ``ForageCore/MeasuringError`` if it cannot be fetched or measured.
    public func svgSize(
        at url: WebURL, within timeout: Duration? = nil
    ) async throws(MeasuringError) -> SVGSize {
        try await measurer.svgSize(at: url, by: .now + (timeout ?? configuration.timeout))
    }

    /// Decodes a saved answer with a provider. No request is sent.
    ///
    /// - Parameters:
    ///   - response: The saved answer.
    ///   - request: The request that it answers.
    ///   - provider: The provider that decodes it.
    /// - Returns: The items and the outcome, as in a search.
    public static func decode(
        _ response: Response, to request: ProviderRequest, by provider: any Provider
    ) async -> SourceAnswer {
        let source = PureSource(provider: provider, fetcher: SavedResponse(response))
        return await source.answer(request, by: .now + .seconds(60))
    }
}

/// The version of Forage.
public enum Version {
    /// The version as it is printed and sent to services.
    public static let current = "0.9.0"

    /// The project's page, which is sent to the services with each request; nil until a release sets it.
    static let project: String? = nil
}

extension KeyRing {
    /// Creates made-up keys for a server that simulates the services. A provider without a key for its token sends requests
    /// without a token here, too.
    fileprivate init(playing providers: [ProviderConfiguration], at origin: Origin) {
        var secrets: [ProviderID: [String: Secret]] = [:]
        for provider in providers {
            let info = provider.provider.info
            let unset = provider.token == nil ? info.token?.keyNames ?? [] : []
            for key in info.keys where !unset.contains(key.name) {
                secrets[info.id, default: [:]][key.name] = Secret("sandbox-\(key.name)")
            }
        }
        self.init(secrets, allowedOrigins: [origin])
    }
}
