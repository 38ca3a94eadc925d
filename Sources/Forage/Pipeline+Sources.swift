internal import ForageCache
internal import ForageCore
internal import ForageProviders
internal import ForageSearch
internal import Platform

extension Pipeline {
    /// Joins a provider and what carries out its requests; where items are kept, with what is kept of it.
    func source(of configured: ProviderConfiguration) -> any Source {
        // A program may have read what was recorded, and a bundle must never start one.
        let isReadable = configured.provider.exactly(ProgramProvider.self) == nil
        switch tape {
        case .none: return remembering(configured)
        case .recording(let recorder):
            return RecordingSource(remembering(configured), recorder, isReadable: isReadable)
        case .playing(let replay):
            return ReplayedSource(
                configured.provider.about, reader: isReadable ? asking(configured) : nil, replay)
        }
    }

    private func remembering(_ configured: ProviderConfiguration) -> any Source {
        let source = asking(configured)
        guard let items = cache?.items else { return source }
        return RememberingSource(
            source, in: items, upTo: configured.provider.about.terms.caching.greatestAge)
    }

    private func asking(_ configured: ProviderConfiguration) -> any Source {
        if let program = configured.provider.exactly(ProgramProvider.self) {
            return ProgramSource(program) { [described, store = cache?.store, ledger] in
                PureSource(provider: $0, fetcher: described, answers: store, ledger: ledger)
            }
        }
        return PureSource(
            provider: configured.provider, fetcher: configured.provider.isDescribed ? described : services,
            answers: cache?.store, ledger: ledger, now: clock(of: configured.id))
    }

    /// Joins a provider and what tells its service that a file is taken. Nothing is kept of that, since each time counts.
    func sourceOfPermits(_ configured: ProviderConfiguration) -> any Source {
        let provider = configured.provider
        if let program = provider.exactly(ProgramProvider.self) {
            return ProgramSource(program) { [once, ledger] in
                PureSource(provider: $0, fetcher: once.described, ledger: ledger)
            }
        }
        return PureSource(
            provider: provider, fetcher: provider.isDescribed ? once.described : once.services, ledger: ledger
        )
    }

    /// What tells a provider's source the time: what is recorded goes by the answers.
    private func clock(of provider: ProviderID) -> @Sendable () -> Date {
        switch tape {
        case .none: { Date() }
        case .recording(let recorder): { recorder.times.now(for: provider) }
        case .playing(let replay): { replay.times.now(for: provider) }
        }
    }
}

extension Provider {
    /// Whether a stranger's file says what it does.
    var isDescribed: Bool {
        Self.self == DefinedProvider.self || Self.self == ProgramProvider.self
    }

    /// Itself, if it is of that very type. A cast that fails has looked through every conformance of the program.
    fileprivate func exactly<Other: Provider>(_ type: Other.Type) -> Other? {
        Self.self == type ? self as? Other : nil
    }
}
