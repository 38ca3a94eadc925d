/// The file with the user's keys and its content.
public struct CredentialsFile: Sendable {
    /// The path of the file.
    public let path: String
    /// The content of the file.
    public let content: FileContent
    /// Its permission bits, such as `0o600`.
    public let permissions: Int

    /// Creates a file of keys.
    public init(path: String, _ content: FileContent, permissions: Int) {
        self.path = path
        self.content = content
        self.permissions = permissions
    }
}

/// The keys of a credentials file.
struct Credentials {
    private(set) var keys: [SettingPath: Assignment] = [:]
    private(set) var problems: [ConfigurationProblem] = []

    init(_ file: CredentialsFile?, of infos: [ProviderInfo]) {
        guard let file else { return }
        let layer = ConfigurationLayer.Origin.credentialsFile(file.path)
        switch file.content {
        case .missing: return
        case .unreadable(let reason): note("cannot be read: \(reason)", in: layer)
        case .bytes where file.permissions & 0o077 != 0:
            note("others can read your keys here; run: chmod 600 \(file.path.quotedForShell)", in: layer)
        case .bytes(let bytes):
            let reader = FileReader(bytes, of: layer, tree: SettingTree(credentialsOf: infos))
            problems = reader.problems
            for assignment in reader.assignments { keys[assignment.path] = assignment }
        }
    }

    private mutating func note(_ message: String, in layer: ConfigurationLayer.Origin) {
        problems.append(ConfigurationProblem(origin: SettingOrigin(layer), message: message))
    }
}

extension SettingTree {
    /// Creates the settings of a credentials file: the keys of each provider that has any.
    fileprivate init(credentialsOf infos: [ProviderInfo]) {
        let providers = infos.filter { !$0.keys.isEmpty }.map { info in
            Self.keys(info.keys, of: info.id.name, in: .provider(info.id))
        }
        let cloudinary = Self.keys([.cloudinary], of: "cloudinary", in: .cloudinary)
        self.init(
            SettingGroup(noun: "provider with keys", members: providers + [cloudinary], holdsSecrets: true))
    }

    private static func keys(
        _ keys: [KeySpec], of owner: String, in path: SettingPath
    ) -> SettingGroup.Member {
        let members = keys.map { key in
            SettingGroup.Member(
                SettingLeaf(
                    path: path.appending(key.name), form: .secret, defaultValue: nil, help: "A key."))
        }
        let group = SettingGroup(noun: "key of \(owner)", members: members, holdsSecrets: true)
        return SettingGroup.Member(name: owner, content: .group(group))
    }
}

extension String {
    /// The text as one word of a shell command.
    package var quotedForShell: String {
        let isPlain = utf8.allSatisfy { $0.isLetter || $0.isDigit || "/._-~".utf8.contains($0) }
        return isPlain
            ? self
            : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
