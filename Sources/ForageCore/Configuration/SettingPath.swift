/// The way to a setting from the root of the configuration: `providers.flickr.apiKey`.
struct SettingPath: Hashable, Sendable, CustomStringConvertible {
    let names: [String]

    init(_ names: String...) { self.names = names }

    init(parsing text: String) {
        names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    private init(names: [String]) { self.names = names }

    func appending(_ name: String) -> SettingPath { SettingPath(names: names + [name]) }

    static func provider(_ id: ProviderID) -> SettingPath { SettingPath("providers", id.name) }

    static func provider(_ id: ProviderID, _ key: String) -> SettingPath { provider(id).appending(key) }

    var parent: SettingPath { SettingPath(names: names.dropLast()) }

    func starts(with other: SettingPath) -> Bool { names.starts(with: other.names) }

    /// Whether it is a member of the object at another path.
    func isDirectly(inside other: SettingPath) -> Bool {
        names.count == other.names.count + 1 && starts(with: other)
    }

    var description: String { names.joined(separator: ".") }

    /// The environment variable that sets it: `FORAGE_PROVIDERS_DUCKDUCKGO_CONTEXT`.
    var variable: String {
        Self.variablePrefix + names.map(\.inUpperSnakeCase).joined(separator: "_")
    }

    /// What the variables of all settings begin with.
    static let variablePrefix = "FORAGE_"
}

extension String {
    /// Names of settings are plain ASCII, and every start looks for the variable of each.
    fileprivate var inUpperSnakeCase: String {
        var snake: [UInt8] = []
        var isAfterLowercase = false
        for letter in utf8 {
            if letter.isUppercaseLetter, isAfterLowercase { snake.append(UInt8(ascii: "_")) }
            let isSmall = letter.isLowercaseLetter
            snake.append(letter == UInt8(ascii: "-") ? UInt8(ascii: "_") : isSmall ? letter ^ 0x20 : letter)
            isAfterLowercase = isSmall || letter.isDigit
        }
        return String(decoding: snake, as: UTF8.self)
    }
}
