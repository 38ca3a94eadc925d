package import JSON

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

    init(origin: SettingOrigin, message: String) {
        self.origin = origin
        self.message = message
    }

    /// Says what is wrong with a file that a person wrote, and where; without a place, with all of it.
    package init(in path: String, at position: JSONPosition? = nil, _ message: String) {
        let place = position.map(SettingOrigin.Position.init)
        self.init(origin: SettingOrigin(.namedFile(path), at: place), message: message)
    }

    /// The text as it is printed: `config.json:7:13: "enabeld" is no setting of duckduckgo`.
    public var description: String { "\(origin): \(message)" }
}
