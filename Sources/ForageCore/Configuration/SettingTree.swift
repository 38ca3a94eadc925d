/// Everything that can be configured in this build.
///
/// Reading, spelling hints, variables, explanations and the JSON Schema all come from this one tree.
struct SettingTree: Sendable {
    let root: SettingGroup
    /// Every setting, in the order of the tree.
    let leaves: [SettingLeaf]

    init(_ root: SettingGroup) {
        self.root = root
        leaves = root.leaves
    }

    /// Finds a setting by its dotted name.
    func leaf(named text: String) throws(UnknownSetting) -> SettingLeaf {
        let path = SettingPath(parsing: text)
        guard let leaf = leaves.first(where: { $0.path == path }) else {
            throw UnknownSetting(text, in: self)
        }
        return leaf
    }
}

/// A dotted name that no setting has.
package struct UnknownSetting: Error, CustomStringConvertible {
    package let description: String

    init(_ text: String, in tree: SettingTree) {
        if let retired = Retired.setting(text) {
            description = "\(retired)."
            return
        }
        let paths = tree.leaves.map(\.path)
        let names = Set((paths + paths.flatMap(\.groups)).map(\.description))
        // Who knows the last part of a name, such as that of a provider, is told the rest.
        let endings = names.filter { $0.lowercased().hasSuffix("." + text.lowercased()) }.sorted()
        let nearest = endings.count > 1 ? nil : endings.first ?? nearestName(to: text, among: names)
        let hint =
            nearest.map { "; did you mean \($0.quoted)?" }
            ?? (endings.isEmpty ? "." : "; \(Array(endings.prefix(5)).asChoice).")
        description = "\(text.quoted) is not a setting\(hint)"
    }
}

/// An object of the configuration.
struct SettingGroup: Sendable {
    /// What its members are, as in `"enabeld" is not a setting of duckduckgo`.
    let noun: String
    let members: [Member]
    /// Whether a wrong name may be a key that was put into the wrong place, and must not be repeated.
    var holdsSecrets = false

    struct Member: Sendable {
        let name: String
        let content: Content
    }

    indirect enum Content: Sendable {
        case group(SettingGroup)
        case leaf(SettingLeaf)
    }

    subscript(name: String) -> Content? { members.first { $0.name == name }?.content }

    var leaves: [SettingLeaf] {
        members.flatMap { member in
            switch member.content {
            case .group(let group): group.leaves
            case .leaf(let leaf): [leaf]
            }
        }
    }

    /// What to say of a name that is not among the members.
    func rejection(of name: String) -> String {
        let names = members.map(\.name)
        let rejection = "\(holdsSecrets ? "this" : name.quoted) is not a \(noun)"
        if let nearest = nearestName(to: name, among: names) {
            return "\(rejection); did you mean \(nearest.quoted)?"
        }
        return names.isEmpty ? rejection : "\(rejection); \(names.asChoice)"
    }
}

/// A setting.
struct SettingLeaf: Sendable {
    let path: SettingPath
    let form: SettingForm
    let defaultValue: SettingValue?
    /// What a list is when nobody says.
    var usualNames: [String] = []
    let help: String

    /// The environment variable that sets it. Keys have variables of their own, and the mark of a file
    /// makes sense only in a file.
    var variable: String? { hasVariable ? path.variable : nil }

    /// Whether that is a variable of this name.
    func isSet(by variable: String) -> Bool { hasVariable && path.isSet(by: variable) }

    private var hasVariable: Bool {
        switch form {
        case .value, .contact, .origins, .variables, .providers, .definitions: true
        case .schema, .key, .secret: false
        }
    }
}

/// What a setting may be, beyond what a provider can declare.
enum SettingForm: Sendable {
    /// The mark of Forage's own files.
    case schema
    /// One checked value.
    case value(SettingType)
    /// A page or a mail address.
    case contact
    /// A list of origins that keys may be sent to.
    case origins
    /// A list of variables that files may ask for.
    case variables
    /// A list of providers, out of these.
    case providers([String])
    /// A list of files that define providers.
    case definitions
    /// The name of the variable that holds a key.
    case key(KeySpec)
    /// A key itself.
    case secret
}
