internal import JSON

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
