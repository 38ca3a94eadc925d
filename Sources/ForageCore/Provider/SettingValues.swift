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
