internal import JSON

/// A provider's setting: its name, its type and its purpose.
///
/// Decoding, spelling suggestions, `config explain`, completion and the JSON Schema are all based on it.
public struct SettingSpec: Sendable {
    /// The name in the configuration.
    public let key: String
    /// The type of its value.
    public let type: SettingType
    /// The value if it is not set; nil for an optional setting without a default.
    public let defaultValue: SettingValue?
    /// A description of its effect, in one sentence.
    public let help: String

    /// Declares a setting.
    public init(_ key: String, _ type: SettingType, default defaultValue: SettingValue? = nil, help: String) {
        self.key = key
        self.type = type
        self.defaultValue = defaultValue
        self.help = help
    }
}

/// The type of a setting's value.
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

/// A file that the user named in a setting. Only the configuration can create one, so a provider cannot be made to read
/// another file.
public struct FileSetting: Hashable, Sendable {
    /// The path of the file.
    public let path: String
    /// Indicates whether it must be in the folder of the configuration file, with all links resolved.
    package let isConfined: Bool

    package init(path: String, isConfined: Bool = false) {
        self.path = path
        self.isConfined = isConfined
    }
}

extension SettingType {
    /// The expected value, as in `expected a whole number from 1 to 500`.
    var expectation: String {
        switch self {
        case .text: "a text on one line"
        case .flag: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range):
            "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .choice(let names): names.listed("or")
        case .url: "an address such as \"https://example.com/\""
        case .file: "the path of a file"
        }
    }

    /// Reads a value from a configuration file; nil if it is not an expected one.
    func value(of json: JSONValue) -> SettingValue? {
        switch self {
        case .flag: json.bool.map(SettingValue.flag)
        case .integer(let range): json.wholeNumber.flatMap { range.contains($0) ? .integer($0) : nil }
        case .number(let range): json.double.flatMap { range.contains($0) ? .number($0) : nil }
        case .text, .choice, .url, .file: json.string.flatMap(value)
        }
    }

    /// Reads a value from a variable or an option; nil if it is not an expected one.
    func value(of text: String) -> SettingValue? {
        switch self {
        case .text: text.hasControlCharacter ? nil : .text(text)
        case .flag: Bool(text).map(SettingValue.flag)
        case .integer(let range): Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
        case .number(let range): Double(decimal: text).flatMap { range.contains($0) ? .number($0) : nil }
        case .choice(let names): names.contains(text) ? .text(text) : nil
        case .url: WebURL(text).map(SettingValue.url)
        case .file: text.isPath ? .file(FileSetting(path: text)) : nil
        }
    }

    /// The valid word that was most likely meant.
    func nearest(to text: String) -> String? {
        guard case .choice(let names) = self else { return nil }
        return nearestName(to: text, among: names)
    }
}

extension SettingValue: CustomStringConvertible {
    /// The text as it is printed.
    public var description: String {
        switch self {
        case .text(let text): text.quoted
        case .flag(let flag): flag.description
        case .integer(let number): number.description
        case .number(let number): number.shortest
        case .url(let url): url.text
        case .file(let file): file.path.quoted
        }
    }
}

/// The settings of one provider, checked against what it declares.
public struct SettingValues: Hashable, Sendable {
    let values: [String: SettingValue]

    /// Creates a set of checked values; the configuration adds the defaults.
    package init(_ values: [String: SettingValue] = [:]) { self.values = values }

    /// The value of a text or a choice; nil if it is not set or blank.
    public func text(_ key: String) -> String? {
        guard case .text(let text) = values[key], !text.trimmingWhitespace().isEmpty else { return nil }
        return text
    }

    /// The value of a flag; false if it is not set.
    public func flag(_ key: String) -> Bool {
        if case .flag(let flag) = values[key] { flag } else { false }
    }

    /// A whole number.
    public func integer(_ key: String) -> Int? {
        if case .integer(let number) = values[key] { number } else { nil }
    }

    /// A number.
    public func number(_ key: String) -> Double? {
        switch values[key] {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    /// An address.
    public func url(_ key: String) -> WebURL? {
        if case .url(let url) = values[key] { url } else { nil }
    }

    /// The value of a file setting.
    public func file(_ key: String) -> FileSetting? {
        if case .file(let file) = values[key] { file } else { nil }
    }
}

extension String {
    fileprivate var isPath: Bool { !trimmingWhitespace().isEmpty && !hasControlCharacter }

    fileprivate var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension JSONValue {
    /// A number without a fraction, including `3.0`, as in JSON Schema.
    fileprivate var wholeNumber: Int? { int ?? double.flatMap { Int(exactly: $0) } }
}
