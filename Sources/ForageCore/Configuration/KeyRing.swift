/// The keys of every provider, and to whom beside the providers' own origins they may go.
package struct KeyRing: Sendable {
    private var secrets: [ProviderID: [String: Secret]]
    /// Origins that the person allowed in their own file or on the command line.
    package let allowedOrigins: Set<Origin>

    /// Holds keys by provider and name.
    package init(_ secrets: [ProviderID: [String: Secret]] = [:], allowedOrigins: Set<Origin> = []) {
        self.secrets = secrets
        self.allowedOrigins = allowedOrigins
    }

    /// The key of a provider, by its name.
    package func secret(_ name: String, of provider: ProviderID) -> Secret? { secrets[provider]?[name] }

    /// Every key, for whoever has to see that none of them gets anywhere.
    package var all: [Secret] { secrets.values.flatMap(\.values) }

    /// Whether the provider's keys may be sent to an origin.
    package func mayGo(to origin: Origin, keysOf provider: ProviderInfo) -> Bool {
        provider.origins.contains(origin) || allowedOrigins.contains(origin) && origin.isConfidential
    }
}

/// Finds the keys: in the variable that a file names, else in the one that the provider declares, else
/// in the credentials file.
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

/// Whether a provider's key is there. It knows where the key is from, never the key.
public struct KeyState: Sendable {
    /// What the provider declares of the key.
    public let spec: KeySpec
    /// Whether it is there.
    public let status: Status
    let origin: SettingOrigin

    /// Whether a key is there.
    public enum Status: Hashable, Sendable {
        /// It is, and comes from here.
        case set(Source)
        /// It is not; this variable can hold it.
        case missing(variable: String)
        /// This variable holds something that cannot be a key.
        case unusable(variable: String)
    }

    /// Where a key comes from.
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

    /// Whether the key can be used.
    public var isSet: Bool {
        if case .set = status { true } else { false }
    }
}

extension KeyState: CustomStringConvertible {
    /// The text as it is printed: `set, from environment variable FLICKR_API_KEY`.
    public var description: String {
        switch status {
        case .set(let source): "set, from \(source)"
        case .missing(let variable): "not set: put it into \(variable); it is to be had at \(spec.source)"
        case .unusable(let variable): "not usable: \(variable) \(Self.fault)"
        }
    }

    /// What is wrong with a variable that holds no key.
    static let fault = "holds spaces or other signs that no key has"
}

/// A key. It has no description, cannot be encoded, and is read only where it is put on the wire.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// Takes a key; nil when it is blank or could break out of a header line.
    package init?(_ value: String) {
        let value = value.trimmingWhitespace()
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.value = String(value)
    }

    /// Hands the key to the code that sends it.
    package func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result { try body(value) }

    /// The text as it is printed.
    public var description: String { "(secret)" }

    /// The text as it is printed in debugging.
    public var debugDescription: String { description }

    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
