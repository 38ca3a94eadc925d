internal import JSON

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

extension SettingType {
    /// What may stand there, as in `expected a whole number from 1 to 500`.
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

    /// Reads a value of a file; nil when it is not what is expected.
    func value(of json: JSONValue) -> SettingValue? {
        switch self {
        case .flag: json.bool.map(SettingValue.flag)
        case .integer(let range): json.wholeNumber.flatMap { range.contains($0) ? .integer($0) : nil }
        case .number(let range): json.double.flatMap { range.contains($0) ? .number($0) : nil }
        case .text, .choice, .url, .file: json.string.flatMap(value)
        }
    }

    /// Reads a value of a variable or a flag; nil when it is not what is expected.
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

    /// Holds checked values; the configuration fills in defaults.
    package init(_ values: [String: SettingValue] = [:]) { self.values = values }

    /// A text, a choice; nil when it was left out or is blank.
    public func text(_ key: String) -> String? {
        guard case .text(let text) = values[key], !text.trimmingWhitespace().isEmpty else { return nil }
        return text
    }

    /// A yes or no.
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

    /// A file of the person's own.
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
    /// A number without a fraction, also one written as `3.0`, as JSON Schema has it.
    fileprivate var wholeNumber: Int? { int ?? double.flatMap { Int(exactly: $0) } }
}
