extension SettingForm {
    /// What may stand there.
    var expectation: String {
        switch self {
        case .schema: SettingTree.schema.quoted
        case .value(let type): type.expectation
        case .contact: "an address such as \"https://example.com/\" or \"you@example.com\""
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
        case .contact: text.asContact.map { .value(.text($0)) }
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
        case .schema, .contact, .origins, .variables, .definitions:
            return "expected \(expectation), found \(text.quoted)"
        }
    }

    /// Whether several may be given.
    var isList: Bool {
        switch self {
        case .origins, .variables, .providers, .definitions: true
        case .schema, .value, .contact, .key, .secret: false
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
