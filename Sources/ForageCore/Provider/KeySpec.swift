/// A key that a provider can use, and how a person gets one.
public struct KeySpec: Sendable {
    /// Its name in the configuration, such as `accessKey`.
    public var name: String
    /// The environment variable that the configuration may read it from, such as `UNSPLASH_ACCESS_KEY`.
    public var variable: String
    /// Whether nothing can be asked without it.
    public var isRequired: Bool
    /// Where it is to be had.
    public var page: WebURL
    /// Who gets one, where that is not everyone: `for Pro accounts only`.
    public var condition: String?

    /// The page, and who gets a key there.
    package var source: String { condition.map { "\(page) (\($0))" } ?? "\(page)" }

    /// Declares a key.
    public init(
        _ name: String, variable: String, isRequired: Bool = true, page: WebURL, condition: String? = nil
    ) {
        self.name = name
        self.variable = variable
        self.isRequired = isRequired
        self.page = page
        self.condition = condition
    }
}
