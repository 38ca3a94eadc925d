/// One setting as one layer gives it; of a list, one element.
struct Assignment: Sendable {
    let leaf: SettingLeaf
    let value: ConfiguredValue
    let origin: SettingOrigin

    var path: SettingPath { leaf.path }
    var layer: ConfigurationLayer.Origin { origin.layer }
}

extension Assignment {
    /// The assignment with the path of a file made absolute, or relative to where the person is.
    func resolved(home: String?) -> Assignment {
        switch value {
        case .value(.file(let file)):
            let path = file.path.resolved(against: layer.path, home: home)
            let own = FileSetting(path: path, isConfined: layer.isProjectFile)
            return Assignment(leaf: leaf, value: .value(.file(own)), origin: origin)
        case .definition(let path):
            let resolved = path.resolved(against: layer.path, home: home)
            return Assignment(leaf: leaf, value: .definition(resolved), origin: origin)
        default: return self
        }
    }

    /// The path of a file that begins at the person's own folder.
    var pathAtHome: String? {
        switch value {
        case .value(.file(let file)) where file.path.isAtHome: file.path
        case .definition(let path) where path.isAtHome: path
        default: nil
        }
    }
}

extension String {
    fileprivate var isAtHome: Bool { hasPrefix("~/") }

    /// The path as seen from where the person is, if it is written in the given configuration file.
    fileprivate func resolved(against configuration: String?, home: String?) -> String {
        if isAtHome { return home.map { $0 + dropFirst() } ?? self }
        guard !hasPrefix("/"), let slash = configuration?.lastIndex(of: "/") else { return self }
        return (configuration?[...slash] ?? "") + self
    }
}

/// A value as a layer gives it.
enum ConfiguredValue: Sendable {
    case schema
    case value(SettingValue)
    case origin(Origin)
    case variable(String)
    /// The name of a provider.
    case provider(String)
    /// The path of a file that defines a provider.
    case definition(String)
    /// The variable that holds a key.
    case reference(String)
    case secret(Secret)
}
