/// Everything that is wrong with a configuration, in the order in which it was read.
public struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong; never empty.
    public let problems: [ConfigurationProblem]

    /// The text as it is printed: one problem a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with a configuration.
public struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// Where it is wrong.
    public let origin: SettingOrigin
    /// What is wrong and what to do, for a person.
    public let message: String

    /// The text as it is printed: `config.json:7:13: "enabeld" is no setting of duckduckgo`.
    public var description: String { "\(origin): \(message)" }
}
