internal import Files
public import ForageCore

/// Where a person's configuration is looked for, and what is found there.
public struct ConfigurationFiles: Sendable {
    /// The files, from the weakest to the strongest.
    public let layers: [ConfigurationLayer]
    /// The file of keys.
    public let credentials: CredentialsFile
    /// The folder of the person's own definitions of providers.
    public let definitions: String

    /// Looks for the files.
    ///
    /// - Parameters:
    ///   - named: A file named on the command line; else the one that `FORAGE_CONFIG` names.
    ///   - environment: The environment's variables: `XDG_CONFIG_HOME`, `HOME`, `FORAGE_CONFIG`.
    public init(named: String? = nil, environment: [String: String]) {
        let folder = Self.folder(environment)
        definitions = "\(folder)/providers"
        var layers = [
            ConfigurationLayer.userFile(
                "\(folder)/config.json", Self.content("\(folder)/config.json", pipes: false))
        ]
        layers.append(.projectFile("config.json", Self.content("config.json", pipes: false)))
        if let path = named ?? environment["FORAGE_CONFIG"], !path.isEmpty {
            layers.append(.namedFile(path, Self.content(path, pipes: true)))
        }
        self.layers = layers
        let path = "\(folder)/credentials.json"
        do throws(LocalFileFault) {
            let file = try LocalFile(path, upTo: Self.greatestByteCount, pipes: false)
            credentials = CredentialsFile(path: path, .bytes(file.bytes), permissions: file.permissions)
        } catch {
            credentials = CredentialsFile(path: path, Self.content(error), permissions: 0)
        }
    }

    /// The person's own file, whether it is there or not.
    package var own: ConfigurationLayer.Origin { layers[0].origin }

    /// The folder of a person's own files, as the XDG rules have it.
    private static func folder(_ environment: [String: String]) -> String {
        if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") { return "\(home)/forage" }
        return "\(environment["HOME"] ?? "~")/.config/forage"
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
