public import ForageCore
internal import Platform

/// Where a person's configuration is looked for, and what is found there.
public struct ConfigurationFiles: Sendable {
    /// The files, from the weakest to the strongest.
    public let layers: [ConfigurationLayer]
    /// The file of keys; nil where the person has no folder for it.
    public let credentials: CredentialsFile?
    /// The folder of the person's own definitions of providers, if they have one.
    public let definitions: String?

    /// The variable that names a further file.
    package static let variable = "FORAGE_CONFIG"

    /// Looks for the files.
    ///
    /// - Parameters:
    ///   - named: A file named on the command line; else the one that `FORAGE_CONFIG` names.
    ///   - environment: The environment's variables: `XDG_CONFIG_HOME`, `HOME`, `FORAGE_CONFIG`.
    public init(named: String? = nil, environment: [String: String]) {
        let folder = PersonalFolder.configuration.path(environment)
        definitions = folder.map { "\($0)/providers" }
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

    /// The person's own file, whether it is there or not; nil where they have no folder for it.
    package var own: ConfigurationLayer.Origin? {
        layers.map(\.origin).first { if case .userFile = $0 { true } else { false } }
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
            return file.isWhole ? .bytes(file.bytes) : .unreadable("it has more than a mebibyte")
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
    /// The configuration that the command would have here: the person's files and keys, and every provider there is,
    /// built in and defined.
    ///
    /// - Parameters:
    ///   - environment: The environment's variables: where the files are, settings and keys.
    ///   - others: Providers of your own.
    ///   - folder: Where the definitions are that come with Forage, as ``Definitions`` has it.
    ///   - warn: Is told what is wrong with definitions that make no provider.
    /// - Returns: The configuration.
    /// - Throws: ``ForageCore/ConfigurationError`` with everything that is wrong.
    public static func ofThisPerson(
        environment: [String: String], besides others: [Registration] = [], shippedIn folder: String? = nil,
        warn: (ConfigurationProblem) -> Void = { _ in }
    ) throws(ConfigurationError) -> Configuration {
        let files = ConfigurationFiles(environment: environment)
        let compiled = Forage.builtIn + others
        let definitions = Definitions(files, environment: environment, besides: compiled, shippedIn: folder)
        definitions.problems.forEach(warn)
        return try Configuration(files, compiled + definitions.registrations, environment: environment)
    }

    /// The configuration that files and the command line come to, for these providers.
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
    /// How addresses of files name pictures, as every provider says, whether or not it is asked: the pictures of one
    /// are found in the lists of others.
    var pictures: [PictureAddresses] { providers.flatMap(\.provider.info.pictures) + [.cloudinary] }
}

/// Where a program keeps what belongs to one person, as the XDG rules have it.
package enum PersonalFolder {
    /// What the person sets up.
    case configuration
    /// What it remembers from run to run.
    case state
    /// What it could ask for again.
    case cache

    /// The folder; nil where a person has no home.
    package func path(_ environment: [String: String]) -> String? {
        let (variable, usual) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", "/.config")
            case .state: ("XDG_STATE_HOME", "/.local/state")
            case .cache: ("XDG_CACHE_HOME", "/.cache")
            }
        // What lies in the folder that one happens to be in is nobody's own, so a relative one is none.
        if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/forage" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + usual + "/forage"
    }
}
