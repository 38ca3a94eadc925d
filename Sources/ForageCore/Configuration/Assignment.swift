/// One setting, or one element of a list, in one layer.
struct Assignment: Sendable {
    let leaf: SettingLeaf
    let value: ConfiguredValue
    let origin: SettingOrigin

    var path: SettingPath { leaf.path }
    var layer: ConfigurationLayer.Origin { origin.layer }
}

extension Assignment {
    /// The assignment with the path of a file made absolute, or relative to the working folder.
    func resolved(home: String?) -> Assignment {
        switch value {
        case .value(.file(let file)):
            let path = file.path.resolved(against: layer.path, home: home)
            let own = FileSetting(path: path, isConfined: layer.isProjectFile)
            return Assignment(leaf: leaf, value: .value(.file(own)), origin: origin)
        case .definition(let path):
            let resolved = path.resolved(against: layer.path, home: home)
            return Assignment(leaf: leaf, value: .definition(resolved), origin: origin)
        case .folder(let path):
            let folder = FileSetting(
                path: path.resolved(against: nil, home: home), isConfined: layer.isProjectFile)
            return Assignment(leaf: leaf, value: .value(.file(folder)), origin: origin)
        default: return self
        }
    }

    /// The path of a file that begins with the home folder, `~/`.
    var pathAtHome: String? {
        switch value {
        case .value(.file(let file)) where file.path.isAtHome: file.path
        case .definition(let path) where path.isAtHome: path
        case .folder(let path) where path.isAtHome: path
        default: nil
        }
    }
}

/// A value in a layer.
enum ConfiguredValue: Sendable {
    case schema
    case value(SettingValue)
    case origin(Origin)
    case variable(String)
    /// The name of a provider.
    case provider(String)
    /// The path of a file that defines a provider.
    case definition(String)
    /// The path of a folder for new files.
    case folder(String)
    /// The variable that holds a key.
    case reference(String)
    case secret(Secret)
}

/// The origin of one setting, as exactly as it is known.
public struct SettingOrigin: Hashable, Sendable {
    /// The layer.
    public let layer: ConfigurationLayer.Origin
    /// The place in a file.
    public let position: Position?
    /// The name of a variable or flag.
    public let name: String?

    /// A place in a file; the first line and the first column are 1.
    public struct Position: Hashable, Sendable {
        /// The line.
        public let line: Int
        /// The column, counted in Unicode scalars.
        public let column: Int
    }

    package static let defaults = SettingOrigin(.defaults)

    init(_ layer: ConfigurationLayer.Origin, at position: Position? = nil, name: String? = nil) {
        self.layer = layer
        self.position = position
        self.name = name
    }
}

extension SettingOrigin: CustomStringConvertible {
    /// The origin in the form that precedes a message: `config.json:7:13`, `FORAGE_TIMEOUT`, `--timeout`.
    public var description: String {
        if let name { return name.onOneLine }
        guard let path = layer.path else { return "built in" }
        return path.onOneLine + (position.map { ":\($0.line):\($0.column)" } ?? "")
    }
}

/// The settings after all layers are merged.
struct ResolvedSettings: Sendable {
    let tree: SettingTree
    /// The assignments of each setting, from the weakest to the strongest.
    private let said: [SettingPath: [Assignment]]

    init(_ assignments: [Assignment], tree: SettingTree) {
        self.tree = tree
        said = Dictionary(grouping: assignments, by: \.path)
    }

    func assignments(_ path: SettingPath) -> [Assignment] { said[path] ?? [] }

    /// The origin of the effective assignment of a setting.
    func origin(_ path: SettingPath) -> SettingOrigin { said[path]?.last?.origin ?? .defaults }

    /// The effective value of a setting, or its default.
    func value(_ leaf: SettingLeaf) -> SettingValue? {
        if case .value(let value) = said[leaf.path]?.last?.value { value } else { leaf.defaultValue }
    }

    /// The elements of a list. Permissions of all layers are combined; for providers, the strongest layer that names
    /// any applies alone.
    func list(_ leaf: SettingLeaf) -> [String] {
        let said = assignments(leaf.path)
        guard case .providers = leaf.form else { return said.map(\.value.description) }
        guard let last = said.last else { return leaf.usualNames }
        return said.filter { $0.layer == last.layer }.map(\.value.description)
    }

    /// The settings directly inside an object of the configuration.
    func values(inside path: SettingPath) -> SettingValues {
        var values: [String: SettingValue] = [:]
        // Uses indices, because settings are large and hundreds are checked for each provider.
        for place in tree.leaves.indices where tree.leaves[place].path.isDirectly(inside: path) {
            if let name = tree.leaves[place].path.names.last { values[name] = value(tree.leaves[place]) }
        }
        return SettingValues(values)
    }

    /// The variable that a file names for a key.
    func reference(_ path: SettingPath) -> (name: String, origin: SettingOrigin)? {
        guard let last = said[path]?.last, case .reference(let name) = last.value else { return nil }
        return (name, last.origin)
    }
}

extension SettingValues {
    /// A number of seconds.
    func duration(_ key: String) -> Duration? { number(key).map { .seconds($0) } }

    /// The settings with these names.
    func only(_ keys: [String]) -> SettingValues {
        SettingValues(values.filter { keys.contains($0.key) })
    }
}

extension String {
    fileprivate var isAtHome: Bool { hasPrefix("~/") }

    /// The path relative to the working folder, if it was written in the given configuration file.
    fileprivate func resolved(against configuration: String?, home: String?) -> String {
        if isAtHome { return home.map { $0 + dropFirst() } ?? self }
        guard !hasPrefix("/"), let slash = configuration?.lastIndex(of: "/") else { return self }
        return (configuration?[...slash] ?? "") + self
    }
}
