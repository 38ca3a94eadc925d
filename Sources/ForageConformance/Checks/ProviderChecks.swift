public import ForageCore
internal import ForageSearch
internal import Platform

/// A provider and its samples, to be held to what every provider promises.
///
/// It knows no test library: what comes of a check is a value. A compiled provider, one that a file describes and
/// one that is a program go through the same checks.
public struct ProviderChecks: Sendable {
    let make: @Sendable () throws(SettingError) -> any Provider
    let provider: any Provider
    let samples: [SampleAnswer]

    /// Takes a provider with its settings at their defaults.
    ///
    /// - Parameters:
    ///   - registration: The provider as the catalogue lists it.
    ///   - samples: Answers of its service.
    /// - Throws: What the provider throws when it cannot be made of its defaults.
    public init(_ registration: Registration, samples: [SampleAnswer]) throws(SettingError) {
        let defaults = registration.settings.compactMap { setting in
            setting.defaultValue.map { (setting.key, $0) }
        }
        let values = SettingValues(Dictionary(defaults) { $1 })
        try self.init(samples: samples) { () throws(SettingError) in try registration.make(values) }
    }

    /// Takes a provider by what makes it.
    ///
    /// - Parameters:
    ///   - samples: Answers of its service.
    ///   - make: Makes the provider.
    /// - Throws: What `make` throws.
    public init(
        samples: [SampleAnswer], make: @escaping @Sendable () throws(SettingError) -> any Provider
    ) throws(SettingError) {
        self.make = make
        self.samples = samples
        provider = try make()
    }

    /// Takes a provider with its settings at their defaults, and the samples in a folder.
    ///
    /// - Throws: `SettingError` when it cannot be made of its defaults, ``SampleError`` when the samples cannot be read.
    public init(_ registration: Registration, samplesIn folder: SampleFolder) throws {
        try self.init(registration, samples: try folder.samples(of: registration.info.id))
    }

    /// Does one check.
    public func verdict(on check: ProviderCheck) async -> Verdict {
        samples.isEmpty ? .failed(["There is no sample of its answers."]) : await check.run(self)
    }

    /// Does every check.
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
    /// The samples that items come of.
    var fullSamples: [SampleAnswer] { samples.filter { !$0.isEmpty } }

    /// What is wrong with every sample that items come of, each told by its name.
    func breaches(_ find: (SampleAnswer) -> [String]) -> [String] {
        fullSamples.flatMap { sample in find(sample).map { "\(sample.name): \($0)" } }
    }

    /// The breaches in those samples that a check is about; it says nothing of a provider without any.
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

    /// What the engine makes of it when the service answers so.
    func answer(
        to sample: SampleAnswer, when answer: @escaping StubFetcher.Answer
    ) async -> SourceAnswer {
        let source = PureSource(provider: provider, fetcher: StubFetcher(answer))
        return await source.answer(sample.request, by: .now + .seconds(60))
    }

    /// What the engine makes of a response.
    func answer(to sample: SampleAnswer, with response: Response) async -> SourceAnswer {
        await answer(to: sample) { _ in Fetched(response, origin: .network) }
    }
}

extension Result<Step, ProviderError> {
    /// The page, where there is one.
    var page: Page? {
        if case .success(.page(let page)) = self { page } else { nil }
    }
}
