/// The keys of every provider, and the origins other than the providers' own that may receive them.
package struct KeyRing: Sendable {
    private var secrets: [ProviderID: [String: Secret]]
    /// The origins that the user allowed in their own file or on the command line.
    package let allowedOrigins: Set<Origin>

    /// Creates a key ring from keys by provider and name.
    package init(_ secrets: [ProviderID: [String: Secret]] = [:], allowedOrigins: Set<Origin> = []) {
        self.secrets = secrets
        self.allowedOrigins = allowedOrigins
    }

    /// The key of a provider with a name.
    package func secret(_ name: String, of provider: ProviderID) -> Secret? { secrets[provider]?[name] }

    /// Every key, for code that checks that none of them is leaked.
    package var all: [Secret] { secrets.values.flatMap(\.values) }

    /// Indicates whether the provider's keys may be sent to an origin.
    package func maySendKeys(of provider: ProviderInfo, to origin: Origin) -> Bool {
        provider.origins.contains(origin) || allowedOrigins.contains(origin) && origin.isConfidential
    }
}

/// Finds keys in the variable that a file names, else in the one that the provider declares, else in the credentials
/// file.
struct KeyFinder {
    let settings: ResolvedSettings
    let environment: [String: String]
    let credentials: Credentials
    private(set) var secrets: [ProviderID: [String: Secret]] = [:]

    init(_ settings: ResolvedSettings, environment: [String: String], credentials: Credentials) {
        self.settings = settings
        self.environment = environment
        self.credentials = credentials
    }

    mutating func keys(of info: ProviderInfo) -> [KeyState] {
        info.keys.map { spec in
            let (state, secret) = find(spec, at: .provider(info.id, spec.name))
            if let secret { secrets[info.id, default: [:]][spec.name] = secret }
            return state
        }
    }

    func find(_ spec: KeySpec, at path: SettingPath) -> (state: KeyState, secret: Secret?) {
        let named = settings.reference(path)
        let variable = named?.name ?? spec.variable
        let origin = named?.origin ?? SettingOrigin(.environment, name: variable)
        if let text = environment[variable], !text.trimmingWhitespace().isEmpty {
            let secret = Secret(text)
            let status: KeyState.Status =
                secret == nil ? .unusable(variable: variable) : .set(.variable(variable))
            return (KeyState(spec: spec, status: status, origin: origin), secret)
        }
        if let entry = credentials.keys[path], case .secret(let secret) = entry.value,
            let file = entry.layer.path
        {
            return (KeyState(spec: spec, status: .set(.credentialsFile(file)), origin: entry.origin), secret)
        }
        return (
            KeyState(spec: spec, status: .missing(variable: variable), origin: named?.origin ?? .defaults),
            nil
        )
    }
}

/// The state of a provider's key and its origin, without the key itself.
public struct KeyState: Sendable {
    /// The provider's declaration of the key.
    public let spec: KeySpec
    /// The status of the key.
    public let status: Status
    let origin: SettingOrigin

    /// The status of a key.
    public enum Status: Hashable, Sendable {
        /// It is set, from this source.
        case set(Source)
        /// It is not set; it is read from this variable.
        case missing(variable: String)
        /// The value of this variable cannot be a key.
        case unusable(variable: String)
    }

    /// The source of a key.
    public enum Source: Hashable, Sendable, CustomStringConvertible {
        /// An environment variable of this name.
        case variable(String)
        /// The credentials file at this path.
        case credentialsFile(String)

        /// The text as it is printed.
        public var description: String {
            switch self {
            case .variable(let name): "environment variable \(name)"
            case .credentialsFile(let path): "credentials file \(path.onOneLine)"
            }
        }
    }

    /// Indicates whether the key can be used.
    public var isSet: Bool {
        if case .set = status { true } else { false }
    }
}

extension KeyState: CustomStringConvertible {
    /// The text as it is printed: `set, from environment variable FLICKR_API_KEY`.
    public var description: String {
        switch status {
        case .set(let source): "set, from \(source)"
        case .missing(let variable): "not set; set the variable \(variable) to a key from \(spec.source)"
        case .unusable(let variable): "not usable: \(variable) \(Self.fault)"
        }
    }

    /// A description of a variable whose value cannot be a key.
    static let fault = "contains spaces or other characters that no key has"
}

/// A key. It cannot be printed or encoded, and is read only when it is sent.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// Creates a key; nil if it is blank or contains characters that a header line cannot hold.
    package init?(_ value: String) {
        let value = value.trimmingWhitespace()
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.value = String(value)
    }

    /// Passes the key to the code that sends it.
    package func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result { try body(value) }

    /// The text as it is printed.
    public var description: String { "(secret)" }

    /// The text as it is printed in debugging.
    public var debugDescription: String { description }

    /// An empty mirror, so that the key cannot be inspected.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

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
