/// One source of settings as it was found; the core itself opens no file.
public struct ConfigurationLayer: Sendable {
    /// Where the settings come from.
    public let origin: Origin
    let content: Content

    enum Content: Sendable {
        case file(FileContent)
        case flags([Flag])
    }

    /// Where settings come from, from the weakest to the strongest.
    public enum Origin: Hashable, Sendable {
        /// What holds when nobody says anything.
        case defaults
        /// The person's own file, at this path.
        case userFile(String)
        /// The person's own file of keys, at this path.
        case credentialsFile(String)
        /// A file that came with the folder one is in, at this path.
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
        /// The setting it stands for, such as `timeout`.
        public let path: String
        /// Its value as it was typed.
        public let value: String

        /// Takes a setting from the command line.
        public init(_ name: String, sets path: String, to value: String) {
            self.name = name
            self.path = path
            self.value = value
        }
    }

    /// The person's own file.
    public static func userFile(_ path: String, _ content: FileContent) -> ConfigurationLayer {
        ConfigurationLayer(origin: .userFile(path), content: .file(content))
    }

    /// The file of the folder one is in; read only if it says that it is Forage's.
    public static func projectFile(_ path: String, _ content: FileContent) -> ConfigurationLayer {
        ConfigurationLayer(origin: .projectFile(path), content: .file(content))
    }

    /// A file that was named on the command line or in `FORAGE_CONFIG`.
    public static func namedFile(_ path: String, _ content: FileContent) -> ConfigurationLayer {
        ConfigurationLayer(origin: .namedFile(path), content: .file(content))
    }

    /// The command line.
    public static func flags(_ flags: [Flag]) -> ConfigurationLayer {
        ConfigurationLayer(origin: .flags, content: .flags(flags))
    }
}

/// What was found where a file may be.
public enum FileContent: Sendable {
    /// Its bytes.
    case bytes([UInt8])
    /// There is no such file.
    case missing
    /// It is there and cannot be read, for this reason.
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

    /// A stronger layer has the last word.
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

    /// Whether it came with the folder one is in, which may come from anywhere.
    var isProjectFile: Bool {
        if case .projectFile = self { true } else { false }
    }

    /// Whether it may say to whom keys are sent.
    var mayAllowOrigins: Bool { !isProjectFile }

    /// Whether it may say which variables are read. A file that somebody else wrote may not, even when
    /// it was named on the command line.
    var mayAllowVariables: Bool {
        switch self {
        case .projectFile, .namedFile: false
        case .defaults, .userFile, .credentialsFile, .environment, .flags: true
        }
    }
}
