/// All settings of this build.
///
/// Reading, spelling suggestions, variables, explanations and the JSON Schema are all based on this tree.
struct SettingTree: Sendable {
    let root: SettingGroup
    /// Every setting, in the order of the tree.
    let leaves: [SettingLeaf]

    init(_ root: SettingGroup) {
        self.root = root
        leaves = root.leaves
    }

    /// Returns the setting with a dotted name.
    func leaf(named text: String) throws(SettingError) -> SettingLeaf {
        let path = SettingPath(parsing: text)
        guard let leaf = leaves.first(where: { $0.path == path }) else {
            throw SettingError(unknown: text, in: self)
        }
        return leaf
    }
}

extension SettingError {
    /// Creates an error for a dotted name that is not a setting.
    init(unknown text: String, in tree: SettingTree) {
        if let retired = Retired.setting(text) {
            self.init(text, "\(retired).")
            return
        }
        let paths = tree.leaves.map(\.path)
        let names = Set((paths + paths.flatMap(\.groups)).map(\.description))
        // If only the last part of a name was given, such as that of a provider, the full name is suggested.
        let endings = names.filter { $0.lowercased().hasSuffix("." + text.lowercased()) }.sorted()
        let nearest = endings.count > 1 ? nil : endings.first ?? nearestName(to: text, among: names)
        let hint =
            nearest.map { "; did you mean \($0.quoted)?" }
            ?? (endings.isEmpty ? "." : "; \(Array(endings.prefix(5)).asChoice).")
        self.init(text, "\(text.quoted) is not a setting\(hint)")
    }
}

/// An object of the configuration.
struct SettingGroup: Sendable {
    /// A noun for its members, as in `"enabeld" is not a setting of duckduckgo`.
    let noun: String
    let members: [Member]
    /// Indicates whether an unknown name may be a misplaced key, which must not be printed.
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

    /// A message about a name that is not a member.
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
    /// The default elements of a list.
    var usualNames: [String] = []
    let help: String

    /// The environment variable that sets it; nil for keys, which have variables of their own, and for the mark of a
    /// file.
    var variable: String? { hasVariable ? path.variable : nil }

    /// Indicates whether a variable sets it.
    func isSet(by variable: String) -> Bool { hasVariable && path.isSet(by: variable) }

    private var hasVariable: Bool {
        switch form {
        case .value, .field, .folder, .contact, .database, .origins, .variables, .providers, .definitions:
            true
        case .schema, .key, .secret: false
        }
    }
}

/// The type of a setting, including types that providers cannot declare.
enum SettingForm: Sendable {
    /// The mark of Forage's own files.
    case schema
    /// One checked value.
    case value(SettingType)
    /// The value of a field of a query.
    case field(QueryField)
    /// A folder for new files; a relative path starts in the current folder, as on a command line.
    case folder
    /// A web page or a mail address.
    case contact
    /// The address of a database, without its password.
    case database
    /// A list of origins that keys may be sent to.
    case origins
    /// A list of variables that files may read.
    case variables
    /// A list of providers, chosen from these.
    case providers([String])
    /// A list of files that define providers.
    case definitions
    /// The name of the variable that holds a key.
    case key(KeySpec)
    /// A key itself.
    case secret
}

/// The path of a setting from the root of the configuration: `providers.flickr.apiKey`.
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

    /// The paths of the enclosing objects, from the outermost.
    var groups: [SettingPath] { names.indices.dropFirst().map { SettingPath(names: Array(names[..<$0])) } }

    func starts(with other: SettingPath) -> Bool { names.starts(with: other.names) }

    /// Indicates whether it is a member of the object at another path.
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

    /// Indicates whether a variable sets it. This is checked for each setting at every start, so it stops at the first
    /// letter that differs.
    func isSet(by variable: String) -> Bool {
        guard variable.hasPrefix(Self.variablePrefix) else { return false }
        var rest = variable.utf8.dropFirst(Self.variablePrefix.utf8.count)
        return spellVariable { $0 == rest.popFirst() } && rest.isEmpty
    }

    /// The prefix of the variables of all settings.
    static let variablePrefix = "FORAGE_"

    /// Spells the variable's name after the prefix, in upper snake case; names of settings are plain ASCII.
    ///
    /// - Parameter goesOn: Receives a letter and returns true to receive the next.
    /// - Returns: True if it received all letters.
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

extension SettingForm {
    /// A description of the allowed values.
    var expectation: String {
        switch self {
        case .schema: SettingTree.schema.quoted
        case .value(let type): type.expectation
        case .field(let field): field.choices.listed("or") + (field.isList ? ", separated by commas" : "")
        case .folder: "the path of a folder"
        case .contact: "an address such as \"https://example.com/\" or \"you@example.com\""
        case .database:
            "the address of a database without its password, which belongs into PGPASSWORD or ~/.pgpass"
        case .origins: "origins such as \"https://api.example.com\""
        case .variables: "names of environment variables such as \"EXAMPLE_KEY\""
        case .providers(let names): "names of providers: \(names.listed("or"))"
        case .definitions: "paths of files that define providers"
        case .key(let spec): "the name of an environment variable, as in \"${\(spec.variable)}\""
        case .secret: "a key as a text without spaces"
        }
    }

    /// Reads a text; nil if it is invalid.
    func value(of text: String) -> ConfiguredValue? {
        switch self {
        case .schema: text == SettingTree.schema ? .schema : nil
        case .value(let type): type.value(of: text).map(ConfiguredValue.value)
        case .field(let field): QueryOptions(default: text, of: field) == nil ? nil : .value(.text(text))
        case .folder: SettingType.file.value(of: text).map { _ in .folder(text) }
        case .contact: text.asContact.map { .value(.text($0)) }
        case .database: text.hasDatabasePassword ? nil : SettingForm.value(.text).value(of: text)
        case .origins: Origin(configured: text).map(ConfiguredValue.origin)
        case .variables: text.isVariableName ? .variable(text) : nil
        case .providers(let names): names.contains(text) ? .provider(text) : nil
        case .definitions: SettingType.file.value(of: text).map { _ in .definition(text) }
        case .key: text.referencedVariable.map(ConfiguredValue.reference)
        case .secret: Secret(text).map(ConfiguredValue.secret)
        }
    }

    /// A message about an invalid text. A text that may be a key is not repeated.
    func rejection(of text: String) -> String {
        switch self {
        case .key(let spec):
            return "a key does not belong here: write \"${\(spec.variable)}\" and set that variable, "
                + "or put the key into the credentials file"
        case .secret, .database:
            return "expected \(expectation)"
        case .value(let type):
            let hint = type.nearest(to: text).map { "; did you mean \($0.quoted)?" } ?? ""
            return "expected \(expectation), found \(text.quoted)\(hint)"
        case .providers(let names):
            let hint = nearestName(to: text, among: names).map { "; did you mean \($0.quoted)?" } ?? ""
            return "\(text.quoted) is not a provider\(hint)"
        case .field(let field):
            let hint =
                nearestName(to: text, among: field.choices).map { "; did you mean \($0.quoted)?" } ?? ""
            return "expected \(expectation), found \(text.quoted)\(hint)"
        case .schema, .folder, .contact, .origins, .variables, .definitions:
            return "expected \(expectation), found \(text.quoted)"
        }
    }

    /// Indicates whether several values are allowed.
    var isList: Bool {
        switch self {
        case .origins, .variables, .providers, .definitions: true
        case .schema, .value, .field, .folder, .contact, .database, .key, .secret: false
        }
    }

    /// The allowed texts, if there are only a few.
    var choices: [String] {
        switch self {
        case .value(.flag): ["true", "false"]
        case .value(.choice(let names)), .providers(let names): names
        case .field(let field): field.choices
        default: []
        }
    }
}

extension String {
    /// The text as a contact that can be sent in a header field: a page or a mail address; nil for anything else.
    var asContact: String? { WebURL(self)?.text ?? (isMailAddress ? self : nil) }

    private var isMailAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(\.isOfMailbox) else {
            return false
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isOfHostLabel) }
    }

    /// Indicates whether it is the address of a database with a password, in one of libpq's forms.
    fileprivate var hasDatabasePassword: Bool {
        let user = firstRange(of: "://").flatMap { scheme -> Substring? in
            let place = self[scheme.upperBound...].prefix { $0 != "/" }
            return place.lastIndex(of: "@").map { place[..<$0] }
        }
        return user?.contains(":") == true || filter { $0 != " " }.contains("password=")
    }

    /// A pattern for addresses of databases without a password, for the JSON Schema.
    static let databasePattern =
        "^(?![^:]*://[^/]*:[^/]*@)(?!.*password *=)[^\\u0000-\\u001F\\u007F-\\u009F]*$"

    /// A pattern for the same mail addresses, for the JSON Schema.
    static let mailAddressPattern =
        "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$"
}

extension Origin {
    /// Reads an origin as a user writes it: an address with nothing after the host and port.
    fileprivate init?(configured text: String) {
        guard let url = WebURL(text), url.pathAndQuery == "/" else { return nil }
        self = url.origin
    }
}

extension String {
    /// Indicates whether it is a valid name of a shell variable.
    fileprivate var isVariableName: Bool {
        guard let first = utf8.first, !first.isDigit else { return false }
        return utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// The variable named in `${NAME}`.
    fileprivate var referencedVariable: String? {
        guard hasPrefix("${"), hasSuffix("}") else { return nil }
        let name = String(dropFirst(2).dropLast())
        return name.isVariableName ? name : nil
    }
}

extension UInt8 {
    fileprivate var isOfMailbox: Bool { isLetter || isDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(self) }
    fileprivate var isOfHostLabel: Bool { isLetter || isDigit || self == UInt8(ascii: "-") }
}
