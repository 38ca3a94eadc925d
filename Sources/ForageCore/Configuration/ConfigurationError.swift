package import JSON

/// Everything that is wrong with a configuration, in the order in which it was read.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong; never empty.
    public let problems: [ConfigurationProblem]

    /// The text as it is printed: one problem a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// An error in one setting: there is none of this name, or nothing can be made of its value.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting's name.
    public let key: String
    /// One sentence for people.
    public let description: String

    /// States what is wrong with a setting.
    public init(_ key: String, _ reason: String) {
        self.key = key
        description = reason
    }
}

/// One thing that is wrong with a configuration.
public struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// Where it is wrong.
    public let origin: SettingOrigin
    /// What is wrong and what to do, for a person.
    public let message: String
    /// What else than a change of the configuration allows it; the program that shows the problem knows how.
    public private(set) var remedy: Remedy?

    /// Something that a person may allow where they start the program.
    public enum Remedy: Hashable, Sendable {
        /// To send requests and keys to an origin.
        case allowOrigin(Origin)
        /// To read a key from a variable of the environment.
        case allowVariable(String)
        /// To name files that define providers.
        case nameDefinitions
    }

    init(origin: SettingOrigin, message: String, remedy: Remedy? = nil) {
        self.origin = origin
        self.message = message
        self.remedy = remedy
    }

    /// Says what is wrong with a file that a person wrote, and where; without a place, with all of it.
    package init(in path: String, at position: JSONPosition? = nil, _ message: String) {
        let place = position.map(SettingOrigin.Position.init)
        self.init(origin: SettingOrigin(.namedFile(path), at: place), message: message)
    }

    /// The text as it is printed: `config.json:7:13: "enabeld" is no setting of duckduckgo`.
    public var description: String { "\(origin): \(message)" }
}

/// A setting or an option that an earlier version had, and the advice for those who still use it.
package struct Retired: Sendable, CustomStringConvertible {
    /// The dotted name of a setting, or the name of an option without its hyphens.
    package let name: String
    /// The first version without it.
    package let version: String
    /// Why it is gone, or what to do instead.
    package let hint: String

    package init(_ name: String, since version: String, _ hint: String) {
        self.name = name
        self.version = version
        self.hint = hint
    }

    /// What to say of it: `is gone since 0.1.0: …`.
    package var words: String { "is gone since \(version): \(hint)" }

    /// The text as it is printed, of a setting: `"compareThumbnails" is gone since 0.1.0: …`.
    package var description: String { "\(name.quoted) \(words)" }

    /// The setting of this dotted name; nil for one that never existed or still does.
    static func setting(_ name: String) -> Retired? { settings.first { $0.name == name } }

    /// The setting that a variable of the environment once set.
    static func setting(setBy variable: String) -> Retired? {
        settings.first { SettingPath(parsing: $0.name).isSet(by: variable) }
    }

    private static let settings = [
        Retired("compareThumbnails", since: "0.1.0", "photos are no longer compared by how they look"),
        Retired(
            "providers.unsplash.contentFilter", since: "0.1.0",
            "use content:safe or content:any in the query"),
    ]
}
