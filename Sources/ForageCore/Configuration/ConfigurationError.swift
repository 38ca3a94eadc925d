package import JSON

/// All problems of a configuration, in the order in which it was read.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems; never empty.
    public let problems: [ConfigurationProblem]

    package init(problems: [ConfigurationProblem]) { self.problems = problems }

    /// The text as it is printed, with one problem a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// An error in one setting: its name is unknown or its value invalid.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting's name.
    public let key: String
    /// A sentence that describes the error.
    public let description: String

    /// Creates an error in a setting.
    public init(_ key: String, _ reason: String) {
        self.key = key
        description = reason
    }
}

/// One problem of a configuration.
public struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The place of the problem.
    public let origin: SettingOrigin
    /// A description of the problem, with advice.
    public let message: String
    /// Another way to allow it than changing the configuration; the program that shows the problem explains it.
    public private(set) var remedy: Remedy?

    /// A permission that a user can give when starting the program.
    public enum Remedy: Hashable, Sendable {
        /// Sending requests and keys to an origin.
        case allowOrigin(Origin)
        /// Reading a key from an environment variable.
        case allowVariable(String)
        /// Naming files that define providers.
        case nameDefinitions
    }

    package init(origin: SettingOrigin, message: String, remedy: Remedy? = nil) {
        self.origin = origin
        self.message = message
        self.remedy = remedy
    }

    /// Creates a problem in a file that a user wrote; without a position, it applies to the whole file.
    package init(in path: String, at position: JSONPosition? = nil, _ message: String) {
        let place = position.map(SettingOrigin.Position.init)
        self.init(origin: SettingOrigin(.namedFile(path), at: place), message: message)
    }

    /// The text as it is printed: `config.json:7:13: "enabeld" is not a setting of duckduckgo`.
    public var description: String { "\(origin): \(message)" }
}

/// A setting or option that an earlier version had, with advice for people who still use it.
package struct Retired: Sendable, CustomStringConvertible {
    /// The dotted name of a setting, or the name of an option without its hyphens.
    package let name: String
    /// The first version without it.
    package let version: String
    /// The reason for its removal, or an alternative.
    package let hint: String

    package init(_ name: String, since version: String, _ hint: String) {
        self.name = name
        self.version = version
        self.hint = hint
    }

    /// A clause about its removal: `was removed in 0.1.0: …`.
    package var words: String { "was removed in \(version): \(hint)" }

    /// The text as it is printed for a setting: `"compareThumbnails" was removed in 0.1.0: …`.
    package var description: String { "\(name.quoted) \(words)" }

    /// The removed setting with this dotted name; nil if it never existed or still exists.
    static func setting(_ name: String) -> Retired? { settings.first { $0.name == name } }

    /// The removed setting that an environment variable set.
    static func setting(setBy variable: String) -> Retired? {
        settings.first { SettingPath(parsing: $0.name).isSet(by: variable) }
    }

    private static let settings = [
        Retired("limit", since: "0.1.0", "it is now defaults.limit"),
        Retired("format", since: "0.1.0", "it is now defaults.format"),
        Retired("compareThumbnails", since: "0.1.0", "photos are no longer compared by their appearance"),
        Retired(
            "providers.unsplash.contentFilter", since: "0.1.0",
            "use content:safe or content:any in the query"),
    ]
}
