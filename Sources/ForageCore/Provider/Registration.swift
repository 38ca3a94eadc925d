/// An entry of the catalogue: a provider's description, its settings and a function that creates it.
public struct Registration: Sendable {
    /// The provider's description with every setting at its default.
    public let info: ProviderInfo
    /// The settings in addition to those that every provider has.
    public let settings: [SettingSpec]
    /// Indicates whether it is enabled by default.
    public let isUsuallyEnabled: Bool
    /// Creates a provider from checked settings.
    public let make: @Sendable (SettingValues) throws(SettingError) -> any Provider

    /// Creates an entry for a provider.
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

/// A service's response to check a provider with, along with its request and the expected result.
public struct SampleAnswer: Sendable {
    /// The name used in reports of failures.
    public let name: String
    /// The request.
    public let request: ProviderRequest
    /// The complete and valid response, with the responses to the further requests that decoding returns.
    public let response: Response
    /// The path of the list of its records, such as `/results`, or `/items` in a feed; nil if a record may contain
    /// several items.
    public let recordPath: String?
    /// The number of items in the result; nil for any number above zero.
    public let itemCount: Int?
    /// Indicates whether the response is in a former format: it must still be readable, and may be reported as drift.
    public let isFormer: Bool

    /// Creates a sample.
    ///
    /// - Parameters:
    ///   - name: The name used in reports of failures.
    ///   - request: The request.
    ///   - response: The complete and valid response, with the responses to the further requests that decoding returns.
    ///   - recordPath: The path of the list of its records, such as `/results`.
    ///   - itemCount: The number of items in the result; nil for any number above zero.
    ///   - isFormer: True if the response is in a former format.
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

    /// The body of the response.
    public var body: [UInt8] { response.body }

    /// Indicates whether the response contains no results.
    package var isEmpty: Bool { itemCount == 0 }
}
