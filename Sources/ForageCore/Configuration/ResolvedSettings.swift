/// The settings after every layer had its say.
struct ResolvedSettings: Sendable {
    let tree: SettingTree
    /// What was said of each setting, the last word last.
    private let said: [SettingPath: [Assignment]]

    init(_ assignments: [Assignment], tree: SettingTree) {
        self.tree = tree
        said = Dictionary(grouping: assignments, by: \.path)
    }

    func assignments(_ path: SettingPath) -> [Assignment] { said[path] ?? [] }

    /// Where the last word on a setting comes from.
    func origin(_ path: SettingPath) -> SettingOrigin { said[path]?.last?.origin ?? .defaults }

    /// The last word on a setting, or its default.
    func value(_ leaf: SettingLeaf) -> SettingValue? {
        if case .value(let value) = said[leaf.path]?.last?.value { value } else { leaf.defaultValue }
    }

    /// The elements of a list. What may be allowed adds up over the layers; of providers the last layer
    /// that names any has the last word.
    func list(_ leaf: SettingLeaf) -> [String] {
        let said = assignments(leaf.path)
        guard case .providers = leaf.form else { return said.map(\.value.description) }
        guard let last = said.last else { return leaf.usualNames }
        return said.filter { $0.layer == last.layer }.map(\.value.description)
    }

    /// The settings directly inside an object of the configuration.
    func values(inside path: SettingPath) -> SettingValues {
        var values: [String: SettingValue] = [:]
        // By their places, because settings are large and there are hundreds for each provider to look through.
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

    /// The settings that are named here, without the others.
    func only(_ keys: [String]) -> SettingValues {
        SettingValues(values.filter { keys.contains($0.key) })
    }
}
