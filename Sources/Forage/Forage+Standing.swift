package import ForageCache
package import ForageCore

extension Forage {
    /// How every provider stands that was ever asked.
    package var standings: [ProviderID: ProviderStanding] {
        get async { await pipeline.standings }
    }

    /// What was asked and answered, in numbers.
    package var traffic: Traffic.Count { pipeline.traffic.count }

    /// Whether answers can be kept and found; nil where none are to be kept.
    package var storeCondition: StoreCondition? {
        get async { await pipeline.cache?.responses?.condition() }
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
