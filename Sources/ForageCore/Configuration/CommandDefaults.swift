/// The options that a command uses if its command line has none.
public struct CommandDefaults: Sendable {
    /// A command with defaults of its own, which override the general ones.
    public enum Command: String, Hashable, Sendable, CaseIterable {
        /// Searching for words.
        case search
        /// Browsing listings.
        case browse
        /// Downloading files.
        case get
    }

    /// The number of results on a page.
    public let limit: Int
    /// The format of results at a terminal.
    public let format: OutputFormat?
    /// The filters of a search.
    public let filters: QueryOptions
    /// The folder for downloads.
    public let folder: FileSetting?
    /// The template for the names of downloaded files.
    public let name: String?

    /// The fields of a query that can have a default.
    static let fields = QueryField.all.filter {
        ["kind", "licence", "orientation", "content"].contains($0.name)
    }
}

extension Configuration {
    /// Returns the defaults of a command, or the general ones.
    public func defaults(for command: CommandDefaults.Command? = nil) -> CommandDefaults {
        let general = settings.values(inside: .defaults)
        let own = settings.values(inside: command.map { .defaults.appending($0.rawValue) } ?? .defaults)
        var filters = QueryOptions()
        for field in CommandDefaults.fields {
            guard let text = own.text(field.name) ?? general.text(field.name),
                let option = QueryOptions(default: text, of: field)
            else { continue }
            filters = filters.completed(by: option)
        }
        return CommandDefaults(
            limit: own.integer("limit") ?? limit,
            format: (own.text("format") ?? general.text("format")).flatMap(OutputFormat.init),
            filters: filters, folder: own.file("to"), name: own.text("name"))
    }

    /// Explains the defaults that were set for a command.
    package func explanations(ofDefaultsFor command: CommandDefaults.Command) -> [SettingExplanation] {
        let own = SettingPath.defaults.appending(command.rawValue)
        let isSet = { [settings] (path: SettingPath) in !settings.assignments(path).isEmpty }
        return CommandDefaults.names(for: command).compactMap { name in
            let paths = [own.appending(name), SettingPath.defaults.appending(name)]
            return paths.first(where: isSet).flatMap { try? explanations(of: $0.description).first }
        }
    }
}

extension CommandDefaults {
    /// The settings.
    static let group = SettingGroup(
        noun: "default",
        members: general.map { SettingGroup.Member($0) }
            + Command.allCases.map { command in
                SettingGroup.Member(
                    name: command.rawValue,
                    content: .group(
                        SettingGroup(
                            noun: "default of \(command.rawValue)",
                            members: leaves(for: command).map { SettingGroup.Member($0) })))
            })

    fileprivate static func names(for command: Command) -> [String] {
        leaves(for: command).compactMap(\.path.names.last)
    }

    private static let general =
        leaves(in: .defaults, "", limit: .integer(Query.usualLimit)) + [format(in: .defaults, "")]

    private static func leaves(for command: Command) -> [SettingLeaf] {
        let (path, end) = (SettingPath.defaults.appending(command.rawValue), ", for \(command.rawValue) only")
        let shared = leaves(in: path, end, limit: nil)
        guard command == .get else { return shared + [format(in: path, end)] }
        return shared + [
            SettingLeaf(
                path: path.appending("to"), form: .folder, defaultValue: nil,
                help: "The folder for downloads; a relative path starts in the current folder."),
            SettingLeaf(
                path: path.appending("name"), form: .value(.text), defaultValue: nil,
                help: "The template for the names of downloaded files."),
        ]
    }

    private static func leaves(in path: SettingPath, _ end: String, limit: SettingValue?) -> [SettingLeaf] {
        fields.map { field in
            SettingLeaf(
                path: path.appending(field.name), form: .field(field), defaultValue: nil,
                help: "\(field.help)\(end).")
        } + [
            SettingLeaf(
                path: path.appending("limit"), form: .value(.integer(Query.limits)), defaultValue: limit,
                help: "The number of results shown at once\(end).")
        ]
    }

    private static func format(in path: SettingPath, _ end: String) -> SettingLeaf {
        SettingLeaf(
            path: path.appending("format"), form: .value(.choice(OutputFormat.allCases.map(\.rawValue))),
            defaultValue: nil, help: "The output format at a terminal\(end).")
    }
}

extension SettingPath {
    static let defaults = SettingPath("defaults")
}

extension QueryOptions {
    /// Reads the default of a field, in lower case as in a query; nil if it is invalid.
    init?(default text: String, of field: QueryField) {
        self.init()
        guard text == text.lowercased(), (try? add(field, text)) != nil, (try? check()) != nil else {
            return nil
        }
    }
}
