internal import ForageCore

extension ProviderID {
    /// Reads the name of a provider, in whatever case.
    ///
    /// - Throws: ``UsageFault`` for the name of nobody who is known.
    static func typed(_ name: String, known: [ProviderID]) throws(UsageFault) -> ProviderID {
        guard let id = ProviderID(typed: name), known.contains(id) else {
            throw UsageFault.unknown("provider", name, among: known.map(\.name))
        }
        return id
    }
}
