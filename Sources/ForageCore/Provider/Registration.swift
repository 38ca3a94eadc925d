/// What the catalogue lists of a provider: its description, its settings and how it is made.
public struct Registration: Sendable {
    /// The provider as it is with every setting at its default.
    public let info: ProviderInfo
    /// The settings it has beside those that every provider has.
    public let settings: [SettingSpec]
    /// Whether it is asked where nobody says so.
    public let isUsuallyEnabled: Bool
    /// Makes a provider of checked settings.
    public let make: @Sendable (SettingValues) throws(SettingError) -> any Provider

    /// Registers a provider.
    public init(
        _ info: ProviderInfo, settings: [SettingSpec] = [], isUsuallyEnabled: Bool = true,
        make: @escaping @Sendable (SettingValues) throws(SettingError) -> any Provider
    ) {
        self.info = info
        self.settings = settings
        self.isUsuallyEnabled = isUsuallyEnabled
        self.make = make
    }
}

/// An answer that a service gives, with the request that it answers and what is to come of it.
public struct SampleAnswer: Sendable {
    /// What it is called in a breach.
    public let name: String
    /// What it answers.
    public let request: ProviderRequest
    /// The answer, whole and sound, with the further answers that decoding calls for.
    public let response: Response
    /// The path of the list of its records, such as `/results`, and `/items` in a feed; nil where a record may
    /// hold several items.
    public let recordPath: String?
    /// How many items come of it; nil for any number but none.
    public let itemCount: Int?
    /// Whether the service answers so no more: it must still be read, and may be reported as drift.
    public let isFormer: Bool

    /// Describes a sample.
    ///
    /// - Parameters:
    ///   - name: What it is called in a breach.
    ///   - request: What it answers.
    ///   - response: The answer, whole and sound, with the further answers that decoding calls for.
    ///   - recordPath: The path of the list of its records, such as `/results`.
    ///   - itemCount: How many items come of it; nil for any number but none.
    ///   - isFormer: Whether the service answers so no more.
    public init(
        _ name: String, to request: ProviderRequest, response: Response, recordPath: String? = nil,
        itemCount: Int? = nil, isFormer: Bool = false
    ) {
        self.name = name
        self.request = request
        self.response = response
        self.recordPath = recordPath
        self.itemCount = itemCount
        self.isFormer = isFormer
    }

    /// The body of the answer.
    public var body: [UInt8] { response.body }

    /// Whether it is what a service says that found nothing.
    package var isEmpty: Bool { itemCount == 0 }
}
