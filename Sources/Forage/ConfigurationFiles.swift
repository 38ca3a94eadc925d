public import ForageCore
internal import Platform

/// The files of a user's configuration.
public struct ConfigurationFiles: Sendable {
    /// The files, from the lowest precedence to the highest.
    public private(set) var layers: [ConfigurationLayer]
    /// The file of keys; nil if the user has no configuration folder.
    public let credentials: CredentialsFile?
    /// The folder of the user's own provider definitions, if there is one.
    public let definitions: String?
    /// The folder of the definitions that were installed from a channel.
    let installed: String?

    /// The environment variable that names a further file.
    package static let variable = "FORAGE_CONFIG"

    /// Looks for the files.
    ///
    /// - Parameters:
    ///   - named: The file from the command line; if nil, the file that `FORAGE_CONFIG` names.
    ///   - environment: The environment's variables: `XDG_CONFIG_HOME`, `HOME`, `FORAGE_CONFIG`.
    public init(named: String? = nil, environment: [String: String]) {
        let folder = PersonalFolder.configuration.path(environment)
        definitions = folder.map { "\($0)/providers" }
        installed = PersonalFolder.state.path(environment).map { InstalledDefinitions.folder(in: $0) }
        credentials = folder.map { Self.credentials("\($0)/credentials.json") }
        var layers: [ConfigurationLayer] = []
        if let path = folder.map({ "\($0)/config.json" }) {
            layers.append(.userFile(path, Self.content(path, pipes: false)))
        }
        layers.append(.projectFile("config.json", Self.content("config.json", pipes: false)))
        if let path = named ?? environment[Self.variable], !path.trimmingWhitespace().isEmpty {
            layers.append(.namedFile(path, Self.content(path, pipes: true)))
        }
        self.layers = layers
    }

    /// The user's own file, even if it does not exist yet; nil if the user has no configuration folder.
    package var own: ConfigurationLayer.Origin? {
        layers.map(\.origin).first { if case .userFile = $0 { true } else { false } }
    }

    /// The same files, with another content of the person's own file.
    package func replacingOwn(with bytes: [UInt8]) -> ConfigurationFiles {
        var files = self
        files.layers = layers.map { layer in
            guard case .userFile(let path) = layer.origin else { return layer }
            return .userFile(path, .bytes(bytes))
        }
        return files
    }

    private static func credentials(_ path: String) -> CredentialsFile {
        do throws(FileError) {
            let file = try LocalFile(path, upTo: greatestByteCount, pipes: false)
            return CredentialsFile(path: path, .bytes(file.bytes), permissions: file.permissions)
        } catch {
            return CredentialsFile(path: path, content(error), permissions: 0)
        }
    }

    private static func content(_ path: String, pipes: Bool) -> FileContent {
        do throws(FileError) {
            let file = try LocalFile(path, upTo: greatestByteCount, pipes: pipes)
            return file.isWhole ? .bytes(file.bytes) : .unreadable("it is larger than 1 MiB")
        } catch {
            return content(error)
        }
    }

    private static func content(_ fault: FileError) -> FileContent {
        fault.isMissing ? .missing : .unreadable(fault.reason)
    }

    package static let greatestByteCount = 1024 * 1024
}

extension Configuration {
    /// Returns the configuration that the `forage` command would use here: the user's files and keys, and all
    /// built-in and defined providers.
    ///
    /// - Parameters:
    ///   - environment: The environment's variables, which locate the files and contain settings and keys.
    ///   - others: Providers of your own.
    ///   - folder: The folder of the definitions that come with Forage, as in `Definitions`.
    ///   - warn: Receives each problem in a definition that results in no provider.
    /// - Returns: The configuration.
    /// - Throws: ``ForageCore/ConfigurationError`` with all problems.
    public static func ofCurrentUser(
        environment: [String: String], inAdditionTo others: [Registration] = [],
        shippedIn folder: String? = nil,
        warn: (ConfigurationProblem) -> Void = { _ in }
    ) throws(ConfigurationError) -> Configuration {
        let files = ConfigurationFiles(environment: environment)
        let compiled = Forage.builtIn + others
        let definitions = Definitions(
            files, environment: environment, inAdditionTo: compiled, shippedIn: folder)
        definitions.problems.forEach(warn)
        return try Configuration(files, compiled + definitions.registrations, environment: environment)
    }

    /// Combines files and command-line flags into a configuration for these providers.
    package init(
        _ files: ConfigurationFiles, flags: [ConfigurationLayer.Flag] = [], _ registrations: [Registration],
        environment: [String: String]
    ) throws(ConfigurationError) {
        try self.init(
            layers: files.layers + [.flags(flags)], registrations: registrations, environment: environment,
            credentials: files.credentials)
    }
}

extension Configuration {
    /// The address patterns of every provider's pictures, including providers that are not searched, because one
    /// provider's pictures appear in the results of others.
    var pictures: [PictureAddresses] { providers.flatMap(\.provider.info.pictures) + [.cloudinary] }
}

/// The folders for one user's data, according to the XDG Base Directory Specification.
package enum PersonalFolder {
    /// Configuration that the user writes.
    case configuration
    /// Data that the program remembers between runs.
    case state
    /// Data that the program could request again.
    case cache

    /// Returns the path of the folder; nil if the user has no home folder.
    package func path(_ environment: [String: String]) -> String? {
        let (variable, usual) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", "/.config")
            case .state: ("XDG_STATE_HOME", "/.local/state")
            case .cache: ("XDG_CACHE_HOME", "/.cache")
            }
        // A relative path would depend on the current folder, which may belong to anyone, so it is ignored.
        if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/forage" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + usual + "/forage"
    }
}
