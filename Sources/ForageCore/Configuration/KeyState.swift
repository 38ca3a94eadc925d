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
