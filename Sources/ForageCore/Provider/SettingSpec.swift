/// A setting of a provider: what it is called, what it may be and what it does.
///
/// Decoding, spelling hints, `config explain`, completion and the JSON Schema all come from it.
public struct SettingSpec: Sendable {
    /// Its name in the configuration.
    public let key: String
    /// What it may be.
    public let type: SettingType
    /// What it is when nobody says; nil for a setting that may be left out.
    public let defaultValue: SettingValue?
    /// What it does, in one sentence.
    public let help: String

    /// Declares a setting.
    public init(_ key: String, _ type: SettingType, default defaultValue: SettingValue? = nil, help: String) {
        self.key = key
        self.type = type
        self.defaultValue = defaultValue
        self.help = help
    }
}

/// What a setting may be.
public enum SettingType: Hashable, Sendable {
    case text
    case flag
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case choice([String])
    case url
    case file
}

/// A checked value of a setting.
public enum SettingValue: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case url(WebURL)
    case file(FileSetting)
}

/// A file that a person named in their settings. Only the configuration can make one, so a provider
/// cannot be talked into reading another.
public struct FileSetting: Hashable, Sendable {
    /// Where it is.
    public let path: String
    /// Whether it must lie in the folder that the configuration came with, whatever links lead elsewhere.
    package let isConfined: Bool

    package init(path: String, isConfined: Bool = false) {
        self.path = path
        self.isConfined = isConfined
    }
}
