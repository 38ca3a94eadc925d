/// One source of settings with its content; the core itself opens no file.
public struct ConfigurationLayer: Sendable {
    /// The origin of the settings.
    public let origin: Origin
    let content: Content

    enum Content: Sendable {
        case file(FileContent)
        case flags([Flag])
    }

    /// The origin of settings, from the weakest to the strongest.
    public enum Origin: Hashable, Sendable {
        /// The built-in defaults.
        case defaults
        /// The user's own file, at this path.
        case userFile(String)
        /// The user's own file of keys, at this path.
        case credentialsFile(String)
        /// A file in the working folder, at this path.
        case projectFile(String)
        /// A file that was named on the command line or in `FORAGE_CONFIG`.
        case namedFile(String)
        /// The environment's variables.
        case environment
        /// The command line.
        case flags
    }

    /// A setting given on the command line.
    public struct Flag: Sendable {
        /// The flag as it was typed, such as `--timeout`.
        public let name: String
        /// The setting that it sets, such as `timeout`.
        public let path: String
        /// Its value as it was typed.
        public let value: String

        /// Creates a setting from the command line.
        public init(_ name: String, sets path: String, to value: String) {
            self.name = name
            self.path = path
            self.value = value
        }
    }

    /// Creates a layer from the user's own file.
    public static func userFile(_ path: String, _ content: FileContent) -> ConfigurationLayer {
        ConfigurationLayer(origin: .userFile(path), content: .file(content))
    }

    /// Creates a layer from the file in the working folder, which is read only if it is marked as Forage's.
    public static func projectFile(_ path: String, _ content: FileContent) -> ConfigurationLayer {
        ConfigurationLayer(origin: .projectFile(path), content: .file(content))
    }

    /// Creates a layer from a file that was named on the command line or in `FORAGE_CONFIG`.
    public static func namedFile(_ path: String, _ content: FileContent) -> ConfigurationLayer {
        ConfigurationLayer(origin: .namedFile(path), content: .file(content))
    }

    /// Creates a layer from the command line.
    public static func flags(_ flags: [Flag]) -> ConfigurationLayer {
        ConfigurationLayer(origin: .flags, content: .flags(flags))
    }
}

/// The content of a file, if it exists.
public enum FileContent: Sendable {
    /// Its bytes.
    case bytes([UInt8])
    /// There is no such file.
    case missing
    /// The file exists but cannot be read, for this reason.
    case unreadable(String)
}

extension ConfigurationLayer.Origin {
    /// The path of a file.
    public var path: String? {
        switch self {
        case .userFile(let path), .projectFile(let path), .namedFile(let path), .credentialsFile(let path):
            path
        case .defaults, .environment, .flags: nil
        }
    }

    /// The precedence of the layer; a stronger layer overrides a weaker one.
    var strength: Int {
        switch self {
        case .defaults: 0
        case .userFile, .credentialsFile: 1
        case .projectFile: 2
        case .namedFile: 3
        case .environment: 4
        case .flags: 5
        }
    }

    /// Indicates whether it is from the working folder, whose files may be from an untrusted source.
    var isProjectFile: Bool {
        if case .projectFile = self { true } else { false }
    }

    /// Indicates whether it may allow origins to receive keys.
    var mayAllowOrigins: Bool { !isProjectFile }

    /// Indicates whether it may allow variables to be read. A file that another user wrote may not, even if it was
    /// named on the command line.
    var mayAllowVariables: Bool {
        switch self {
        case .projectFile, .namedFile: false
        case .defaults, .userFile, .credentialsFile, .environment, .flags: true
        }
    }
}
