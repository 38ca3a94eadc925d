public import ForageCore
internal import ForageSearch
internal import Platform

/// The checks of a provider against its samples.
///
/// The checks do not use a test library: the result of a check is a value. They are the same for a compiled provider,
/// for one that a file describes, and for one that is a program.
public struct ProviderChecks: Sendable {
    let make: @Sendable () throws(SettingError) -> any Provider
    let provider: any Provider
    let samples: [SampleAnswer]

    /// Creates a provider with its default settings.
    ///
    /// - Parameters:
    ///   - registration: The provider's registration, as in the catalogue.
    ///   - samples: Sample answers of its service.
    /// - Throws: The provider's error if it cannot be created with its default settings.
    public init(_ registration: Registration, samples: [SampleAnswer]) throws(SettingError) {
        let defaults = registration.settings.compactMap { setting in
            setting.defaultValue.map { (setting.key, $0) }
        }
        let values = SettingValues(Dictionary(defaults) { $1 })
        try self.init(samples: samples) { () throws(SettingError) in try registration.make(values) }
    }

    /// Creates a provider with a closure.
    ///
    /// - Parameters:
    ///   - samples: Sample answers of its service.
    ///   - make: Creates the provider.
    /// - Throws: The error that `make` throws.
    public init(
        samples: [SampleAnswer], make: @escaping @Sendable () throws(SettingError) -> any Provider
    ) throws(SettingError) {
        self.make = make
        self.samples = samples
        provider = try make()
    }

    /// Creates a provider with its default settings, and reads the samples in a folder.
    ///
    /// - Throws: `SettingError` if the provider cannot be created, or ``SampleError`` if the samples cannot be read.
    public init(_ registration: Registration, samplesIn folder: SampleFolder) throws {
        try self.init(registration, samples: try folder.samples(of: registration.info.id))
    }

    /// Runs a check.
    public func verdict(on check: ProviderCheck) async -> Verdict {
        samples.isEmpty ? .failed(["There is no sample of its answers."]) : await check.run(self)
    }

    /// Runs every check.
    public func table() async -> CheckTable {
        var rows: [CheckTable.Row] = []
        for check in ProviderCheck.all where check.name != ProviderCheck.drift.name {
            rows.append(CheckTable.Row(check: check, verdict: await verdict(on: check)))
        }
        let drift = DriftReport(of: self)
        rows.append(CheckTable.Row(check: .drift, verdict: samples.isEmpty ? .failed([]) : drift.verdict))
        return CheckTable(info: provider.info, rows: rows, drift: drift)
    }
}

// MARK: - Samples

extension ProviderChecks {
    /// The samples that contain items.
    var fullSamples: [SampleAnswer] { samples.filter { !$0.isEmpty } }

    /// Returns the violations in every sample that contains items, each with the name of its sample.
    func breaches(_ find: (SampleAnswer) -> [String]) -> [String] {
        fullSamples.flatMap { sample in find(sample).map { "\(sample.name): \($0)" } }
    }

    /// Returns the verdict for the samples to which a check applies; the check does not apply if there are none.
    func verdict(
        on samples: [SampleAnswer], orWithout reason: String, _ find: (SampleAnswer) -> [String]
    ) -> Verdict {
        if samples.isEmpty { return .notApplicable(reason) }
        return Verdict(samples.flatMap { sample in find(sample).map { "\(sample.name): \($0)" } })
    }
}

// MARK: - Decoding

extension ProviderChecks {
    func decode(_ sample: SampleAnswer) -> Result<Step, ProviderError> { decode(sample.body, of: sample) }

    func decode(
        _ body: [UInt8], of sample: SampleAnswer, completeness: Response.Completeness = .whole
    ) -> Result<Step, ProviderError> {
        var response = sample.response
        response.body = body
        response.completeness = completeness
        return Result { () throws(ProviderError) in try provider.decode(response, for: sample.request) }
    }

    func drafts(_ sample: SampleAnswer) -> [Draft] { decode(sample).page?.drafts ?? [] }

    /// Returns the engine's answer if the fetcher answers with a closure.
    func answer(
        to sample: SampleAnswer, when answer: @escaping StubFetcher.Answer
    ) async -> SourceAnswer {
        let source = PureSource(provider: provider, fetcher: StubFetcher(answer))
        return await source.answer(sample.request, by: .now + .seconds(60))
    }

    /// Returns the engine's answer to a response.
    func answer(to sample: SampleAnswer, with response: Response) async -> SourceAnswer {
        await answer(to: sample) { _ in Fetched(response, origin: .network) }
    }
}

extension Result<Step, ProviderError> {
    /// The page, or nil if there is none.
    var page: Page? {
        if case .success(.page(let page)) = self { page } else { nil }
    }
}
