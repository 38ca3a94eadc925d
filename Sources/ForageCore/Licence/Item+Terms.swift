extension Item {
    /// Every licence that a source states of it, the strictest first.
    public var licences: [Licence] {
        let stated = [licence.fact].compactMap(\.self) + sources.compactMap(\.attribution.licence.fact)
        return Set(stated).sorted { Strictness($1) < Strictness($0) }
    }

    /// What holds of all that its sources state; nil where none states a licence. One that nobody here has read
    /// allows nothing.
    public var terms: LicenceTerms? {
        licences.map { $0.terms ?? .none }.reduce(nil) { both, terms in both?.meet(terms) ?? terms }
    }
}
