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

    /// Those of the objects around it, from the outermost.
    var groups: [SettingPath] { names.indices.dropFirst().map { SettingPath(names: Array(names[..<$0])) } }

    func starts(with other: SettingPath) -> Bool { names.starts(with: other.names) }

    /// Whether it is a member of the object at another path.
    func isDirectly(inside other: SettingPath) -> Bool {
        names.count == other.names.count + 1 && starts(with: other)
    }

    var description: String { names.joined(separator: ".") }

    /// The environment variable that sets it: `FORAGE_PROVIDERS_DUCKDUCKGO_CONTEXT`.
    var variable: String {
        var name: [UInt8] = []
        _ = spellVariable { letter in
            name.append(letter)
            return true
        }
        return Self.variablePrefix + String(decoding: name, as: UTF8.self)
    }

    /// Whether a variable is the one that sets it. Every start asks that of each setting, and mostly the first letters
    /// tell.
    func isSet(by variable: String) -> Bool {
        guard variable.hasPrefix(Self.variablePrefix) else { return false }
        var rest = variable.utf8.dropFirst(Self.variablePrefix.utf8.count)
        return spellVariable { $0 == rest.popFirst() } && rest.isEmpty
    }

    /// What the variables of all settings begin with.
    static let variablePrefix = "FORAGE_"

    /// Spells what stands behind that, in upper snake case; names of settings are plain ASCII.
    ///
    /// - Parameter goesOn: Takes a letter, and tells whether it wants the next.
    /// - Returns: Whether it wanted them all.
    private func spellVariable(_ goesOn: (UInt8) -> Bool) -> Bool {
        for (place, name) in names.enumerated() {
            if place > 0, !goesOn(UInt8(ascii: "_")) { return false }
            var isAfterLowercase = false
            for letter in name.utf8 {
                if letter.isUppercaseLetter, isAfterLowercase, !goesOn(UInt8(ascii: "_")) { return false }
                let isSmall = letter.isLowercaseLetter
                let isHyphen = letter == UInt8(ascii: "-")
                let spelled = isHyphen ? UInt8(ascii: "_") : isSmall ? letter ^ 0x20 : letter
                guard goesOn(spelled) else { return false }
                isAfterLowercase = isSmall || letter.isDigit
            }
        }
        return true
    }
}
