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
        do throws(LocalFileFault) {
            let file = try LocalFile(path, upTo: greatestByteCount, pipes: false)
            return CredentialsFile(path: path, .bytes(file.bytes), permissions: file.permissions)
        } catch {
            return CredentialsFile(path: path, content(error), permissions: 0)
        }
    }

    private static func content(_ path: String, pipes: Bool) -> FileContent {
        do throws(LocalFileFault) {
            let file = try LocalFile(path, upTo: greatestByteCount, pipes: pipes)
            return file.isWhole ? .bytes(file.bytes) : .unreadable("it has more than a mebibyte")
        } catch {
            return content(error)
        }
    }

    private static func content(_ fault: LocalFileFault) -> FileContent {
        fault.isMissing ? .missing : .unreadable(fault.reason)
    }

    package static let greatestByteCount = 1024 * 1024
}
