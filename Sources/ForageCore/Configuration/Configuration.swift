/// How this run of Forage is set up: every layer merged, checked and accounted for.
public struct Configuration: Sendable {
    /// How long a search may take.
    public let timeout: Duration
    /// How many results are shown at once.
    public let limit: Int
    /// The format of results when the command line does not say.
    public let format: OutputFormat?
    /// Whether pictures are measured of which nobody states a size.
    public let measures: Bool
    /// A page or mail address by which the services can reach the person.
    public let contact: String?
    /// Every provider of this build, also those that are not enabled, in the catalogue's order.
    public let providers: [ProviderConfiguration]
    /// How much of what was answered may be kept.
    public let cache: CacheConfiguration
    /// How pictures are converted by Cloudinary.
    public let cloudinary: CloudinaryConfiguration
    /// Where settings were looked for, from the weakest file to the strongest.
    public let files: [ConfigurationFile]
    package let keyRing: KeyRing
    package let originMap: OriginMap
    let settings: ResolvedSettings

    /// How much each provider's word counts.
    package var weights: [ProviderID: Double] {
        Dictionary(uniqueKeysWithValues: providers.map { ($0.id, $0.weight) })
    }

    /// How long the person lets the answers of each provider be reused, where they say.
    package var personalAges: [ProviderID: Duration] {
        let stated = providers.compactMap { provider in provider.cacheFor.map { (provider.id, $0) } }
        return Dictionary(uniqueKeysWithValues: stated)
    }

    /// A provider by its name.
    public subscript(id: ProviderID) -> ProviderConfiguration? { providers.first { $0.id == id } }
}
