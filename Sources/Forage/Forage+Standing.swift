package import ForageCore

extension Forage {
    /// How every provider stands that was ever asked.
    package var standings: [ProviderID: ProviderStanding] {
        get async { await pipeline.standings }
    }
}

extension Configuration {
    /// Why the definitions of those are refused that have one which is wrong.
    package var refusedDefinitions: [ProviderID: String] {
        let faults = providers.compactMap { configured in
            Definitions.fault(of: configured.provider).map { (configured.id, $0) }
        }
        return Dictionary(uniqueKeysWithValues: faults)
    }
}
