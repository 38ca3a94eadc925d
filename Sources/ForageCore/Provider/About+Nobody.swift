extension About {
    /// On whose behalf pictures are fetched, to be measured, compared or shown: nobody's. It has no keys, so none can be sent.
    package static let pictures = About(
        nobodys: "pictures", "Pictures", "Pictures, as they are measured, compared and shown.",
        CachingTerms(defaultAge: .seconds(86_400)))

    /// On whose behalf files are fetched to be kept: nobody's. It has no keys, so none can be sent.
    package static let files = About(nobodys: "files", "Files", "Files of items.")

    private init(
        nobodys id: ProviderID, _ name: String, _ summary: String, _ caching: CachingTerms = CachingTerms()
    ) {
        self.init(
            id: id, name: name, summary: summary, site: "https://forage.example/", kinds: [], origins: [],
            capabilities: Capabilities(), terms: Terms(caching: caching))
    }
}
