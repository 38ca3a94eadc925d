extension About {
    /// The credit of an item that says all there is to say of it: its maker, its licence and where the service has
    /// it from, else the service itself.
    package func attribution(for draft: Draft) -> Attribution {
        // Nobody is credited as "".
        let via = draft.via.flatMap { $0.name.isVisible ? $0 : nil }
        return Attribution(
            title: draft.title, page: draft.page, source: via ?? NamedLink(name, site),
            creator: Stated(draft.creator), licence: Stated(draft.licence), serviceLine: terms.serviceLine)
    }
}
