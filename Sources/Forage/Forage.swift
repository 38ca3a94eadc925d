internal import Catalog
public import ForageCore
public import ForageSearch
internal import ForageStorage

/// Forage put together from a configuration: the one place that knows every concrete part.
///
/// ```swift
/// let forage = Forage(try .ofThisPerson(environment: ProcessInfo.processInfo.environment))
/// let report = try await forage.search(Query("barn owl")).report
/// print(report?.items.map(\.title) ?? [])
/// ```
///
/// A provider of your own is handed to the configuration: `besides: [Mine.registration]`. Nothing of the
/// person is read for `Configuration(registrations: Forage.builtIn)`.
public struct Forage: Sendable {
    /// How this Forage is set up.
    public let configuration: Configuration
    var engine: SearchEngine
    let seal: CursorSeal
    /// Whom a replay asks, whatever is enabled.
    private(set) var everyone: [ProviderID]?
    let pipelines: Pipelines
    /// Measures what the person names, wherever that is.
    private let measurer: PictureMeasurer
    let transforms: Transforms

    /// The compiled providers; ``Definitions`` brings the others.
    public static var builtIn: [Registration] { Catalog.all }

    /// Puts Forage together. Nothing is requested and nothing is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: How it is set up.
    ///   - cache: What is kept; nil to keep nothing.
    ///   - use: How far that may be used.
    ///   - ledger: Where the requests to each service are counted; ``ledger(in:warn:)`` is shared by all programs
    ///     of a person.
    ///   - seal: What cursors are sealed with; a key makes them this person's own.
    public init(
        _ configuration: Configuration, cache: Cache? = nil, use: CacheUse = .usual(),
        ledger: any Ledger = MemoryLedger(), seal: CursorSeal = .keyless
    ) {
        self.init(configuration, cache: cache, use: use, ledger: ledger, seal: seal, recorder: nil)
    }

    /// The same, with everything that is asked and told written down.
    package init(
        _ configuration: Configuration, cache: Cache?, use: CacheUse, ledger: any Ledger, seal: CursorSeal,
        recorder: Recorder?
    ) {
        let limits = configuration.providers.map { ($0.id, $0.limits) }
        self.init(
            configuration,
            Pipelines(
                configuration, keys: configuration.keyRing, origins: configuration.originMap, ledger: ledger,
                limits: Dictionary(uniqueKeysWithValues: limits), cache: cache, use: use, tape: recorder),
            secret: configuration.cloudinary.secret, needsKeys: true, isOffline: use == .offline, seal: seal)
    }

    /// Puts Forage together with one server that plays every service, such as the sandbox.
    ///
    /// The person's own keys stay out of it: the server is sent a made-up key for each that is declared. It is asked
    /// as quickly as it can answer, and no more than it and the person allow. Its answers belong into a cache of
    /// their own.
    ///
    /// - Parameters:
    ///   - configuration: How it is set up.
    ///   - server: The server.
    ///   - cache: What is kept; nil to keep nothing.
    ///   - use: How far that may be used.
    ///   - ledger: Where the requests are counted; not that of the real services.
    ///   - seal: What cursors are sealed with.
    public init(
        _ configuration: Configuration, playedBy server: WebURL, cache: Cache? = nil,
        use: CacheUse = .usual(), ledger: any Ledger = MemoryLedger(), seal: CursorSeal = .keyless
    ) {
        self.init(
            configuration, playedBy: server, cache: cache, use: use, ledger: ledger, seal: seal, recorder: nil
        )
    }

    /// The same, with everything that is asked and told written down.
    package init(
        _ configuration: Configuration, playedBy server: WebURL, cache: Cache?, use: CacheUse,
        ledger: any Ledger, seal: CursorSeal, recorder: Recorder?
    ) {
        let limits = configuration.providers.map { ($0.id, $0.ownLimits) }
        self.init(
            configuration,
            Pipelines(
                configuration, keys: KeyRing(playing: configuration.providers, at: server.origin),
                origins: OriginMap(everythingTo: server), ledger: ledger,
                limits: Dictionary(uniqueKeysWithValues: limits), cache: cache, use: use, tape: recorder),
            secret: Secret("sandbox-apiSecret"), needsKeys: false, seal: seal)
    }

    private init(
        _ configuration: Configuration, _ pipelines: Pipelines, secret: Secret?, needsKeys: Bool,
        isOffline: Bool = false, seal: CursorSeal
    ) {
        self.configuration = configuration
        self.pipelines = pipelines
        self.seal = seal
        transforms = Transforms(
            configuration.cloudinary,
            secret: secret,
            abouts: configuration.providers.map(\.provider.info), tape: pipelines.tape)
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

    /// Puts Forage together with nothing behind it but what was recorded.
    ///
    /// - Parameters:
    ///   - configuration: That of the bundle.
    ///   - replay: What was recorded.
    package init(_ configuration: Configuration, playing replay: Replay) {
        self.configuration = configuration
        let pipelines = Pipelines(playing: replay)
        self.pipelines = pipelines
        seal = .keyless
        transforms = Transforms(
            configuration.cloudinary, secret: nil, abouts: configuration.providers.map(\.provider.info),
            tape: pipelines.tape)
        measurer = PictureMeasurer(fetcher: pipelines.named)
        let bundle = replay.bundle
        engine = SearchEngine(
            sources: bundle.asked.compactMap { configuration[$0].map(pipelines.source) },
            weights: configuration.weights,
            skipped: bundle.skipped.map { Outcome($0.provider, .skipped($0.reason)) },
            measurer: configuration.measures ? pipelines.measurer : nil, suggester: pipelines.suggester,
            pictures: configuration.pictures)
        engine.limits.roundCount = max(1, bundle.roundCount)
        everyone = bundle.asked + bundle.skipped.map(\.provider)
        // However busy this machine is, there is time for what there was time for.
        engine.limits.measuringTime = .seconds(60)
    }

    /// The same Forage for a program that runs long: a provider that is too late for a search finishes, so that the
    /// next one finds its answer in the cache. Where nothing is kept that is of no use, and nothing changes.
    package func finishing(_ late: LateAnswers) -> Forage {
        guard pipelines.cache?.store != nil else { return self }
        var forage = self
        forage.engine = engine.finishing(late)
        return forage
    }

    /// Waits for what goes on behind the back of those who were answered: stale answers that are confirmed, and answers
    /// that are written down. A program that ends without it may have to ask again for the last ones.
    ///
    /// - Parameter patience: How long to wait for confirmations; those that are not at their end then are given up.
    public func finish(within patience: Duration = .seconds(1)) async {
        await pipelines.finish(within: patience)
    }

    /// Asks for everything about one item.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - timeout: How long it may take; as configured when nil.
    /// - Returns: The item, if its provider has it, and how the provider ended.
    public func item(_ id: ItemID, within timeout: Duration? = nil) async -> (item: Item?, outcome: Outcome) {
        let answer = await engine.details(of: id, within: timeout ?? configuration.timeout)
        return (answer.items.first.map(transforms.applied), transforms.applied(to: answer.outcome))
    }

    /// Measures an SVG on the web, of which no more is fetched than it takes. No key is sent.
    ///
    /// - Parameters:
    ///   - url: Where it is.
    ///   - timeout: How long it may take; as configured when nil.
    /// - Returns: What its root element says.
    /// - Throws: ``ForageCore/MeasuringError`` when it cannot be fetched or measured.
    public func svgSize(
        at url: WebURL, within timeout: Duration? = nil
    ) async throws(MeasuringError) -> SVGSize {
        try await measurer.svgSize(at: url, by: .now + (timeout ?? configuration.timeout))
    }

    /// Puts an answer that was saved earlier through a provider. Nothing is requested.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: What it answers.
    ///   - provider: The provider that reads it.
    /// - Returns: The items and the outcome, as a search would have them.
    public static func decode(
        _ response: Response, to request: ProviderRequest, by provider: any Provider
    ) async -> SourceAnswer {
        let source = PureSource(provider: provider, fetcher: SavedResponse(response))
        return await source.answer(request, by: .now + .seconds(60))
    }
}

/// Which Forage this is.
public enum Version {
    /// The version as it is printed and told to the services.
    public static let current = "0.1.0"

    /// The project's page, sent to the services with each request. A release sets it; nil as long as there is none.
    static let project: String? = nil
}

extension KeyRing {
    /// Made-up keys for a server that plays the services. Who has none for a token asks without one here, too.
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
