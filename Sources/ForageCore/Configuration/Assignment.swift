/// One setting as one layer gives it; of a list, one element.
struct Assignment: Sendable {
    let leaf: SettingLeaf
    let value: ConfiguredValue
    let origin: SettingOrigin

    var path: SettingPath { leaf.path }
    var layer: ConfigurationLayer.Origin { origin.layer }

    /// Whether a file that came with a folder says so.
    var isFromProject: Bool {
        if case .projectFile = layer { true } else { false }
    }
}

extension Assignment {
    /// The assignment with the path of a file made absolute, or relative to where the person is.
    func resolved(home: String?) -> Assignment {
        switch value {
        case .value(.file(let file)):
            let path = file.path.resolved(against: layer.path, home: home)
            let own = FileSetting(path: path, isConfined: isFromProject)
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

extension SettingForm {
    /// What may stand there.
    var expectation: String {
        switch self {
        case .schema: SettingTree.schema.quoted
        case .value(let type): type.expectation
        case .origins: "origins such as \"https://api.example.com\""
        case .variables: "names of environment variables such as \"EXAMPLE_KEY\""
        case .providers(let names): "names of providers: \(names.listed("or"))"
        case .definitions: "paths of files that define providers"
        case .key(let spec): "the name of an environment variable, as in \"${\(spec.variable)}\""
        case .secret: "a key as a text without spaces"
        }
    }

    /// Reads a text; nil when it is not what is expected.
    func value(of text: String) -> ConfiguredValue? {
        switch self {
        case .schema: text == SettingTree.schema ? .schema : nil
        case .value(let type): type.value(of: text).map(ConfiguredValue.value)
        case .origins: Origin(configured: text).map(ConfiguredValue.origin)
        case .variables: text.isVariableName ? .variable(text) : nil
        case .providers(let names): names.contains(text) ? .provider(text) : nil
        case .definitions: SettingType.file.value(of: text).map { _ in .definition(text) }
        case .key: text.referencedVariable.map(ConfiguredValue.reference)
        case .secret: Secret(text).map(ConfiguredValue.secret)
        }
    }

    /// What to say of a text that is not what is expected. One that may be a key is not repeated.
    func rejection(of text: String) -> String {
        switch self {
        case .key(let spec):
            return "a key does not belong here: write \"${\(spec.variable)}\" and set that variable, "
                + "or put the key into the credentials file"
        case .secret:
            return "expected \(expectation)"
        case .value(let type):
            let hint = type.nearest(to: text).map { "; did you mean \($0.quoted)?" } ?? ""
            return "expected \(expectation), found \(text.quoted)\(hint)"
        case .providers(let names):
            let hint = nearestName(to: text, among: names).map { "; did you mean \($0.quoted)?" } ?? ""
            return "\(text.quoted) is not a provider\(hint)"
        case .schema, .origins, .variables, .definitions:
            return "expected \(expectation), found \(text.quoted)"
        }
    }

    /// Whether several may be given.
    var isList: Bool {
        switch self {
        case .origins, .variables, .providers, .definitions: true
        case .schema, .value, .key, .secret: false
        }
    }
}

extension Origin {
    /// Reads an origin as a person writes it: an address with nothing behind the host and port.
    fileprivate init?(configured text: String) {
        guard let url = WebURL(text), url.pathAndQuery == "/" else { return nil }
        self = url.origin
    }
}

extension String {
    /// Whether a shell could hold a variable of this name.
    fileprivate var isVariableName: Bool {
        guard let first = utf8.first, !first.isDigit else { return false }
        return utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// The variable that `${NAME}` stands for.
    fileprivate var referencedVariable: String? {
        guard hasPrefix("${"), hasSuffix("}") else { return nil }
        let name = String(dropFirst(2).dropLast())
        return name.isVariableName ? name : nil
    }
}
