/// Something that an earlier version had and this one has not, so that whoever still has it is told so.
package struct Retired: Sendable, CustomStringConvertible {
    /// The dotted name of a setting, or the name of an option without its hyphens.
    package let name: String
    /// The first version without it.
    package let version: String
    /// Why it is gone, or what to do instead.
    package let hint: String

    private init(_ name: String, since version: String, _ hint: String) {
        self.name = name
        self.version = version
        self.hint = hint
    }

    /// What to say of it: `is gone since 0.1.0: …`.
    package var words: String { "is gone since \(version): \(hint)" }

    /// The text as it is printed, of a setting: `"compareThumbnails" is gone since 0.1.0: …`.
    package var description: String { "\(name.quoted) \(words)" }

    /// The setting of this dotted name; nil where none ever had it, or one has it still.
    static func setting(_ name: String) -> Retired? { settings.first { $0.name == name } }

    /// The setting that a variable of the environment once set.
    static func setting(setBy variable: String) -> Retired? {
        settings.first { SettingPath(parsing: $0.name).isSet(by: variable) }
    }

    /// The command line's option of this name.
    package static func option(_ name: some StringProtocol) -> Retired? {
        options.first { $0.name == name }
    }

    private static let settings = [
        Retired("compareThumbnails", since: "0.1.0", "photos are no longer compared by how they look"),
        Retired(
            "providers.unsplash.contentFilter", since: "0.1.0",
            "use content:safe or content:any in the query"),
    ]

    private static let options = [
        Retired("compare-thumbnails", since: "0.1.0", "photos are no longer compared by how they look"),
        Retired("explain-missing", since: "0.1.0", "--explain says who applied which filter"),
        Retired("first", since: "0.1.0", "everyone is waited for; --timeout says how long, --limit how many"),
    ]
}
