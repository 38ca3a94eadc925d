/// What may stand at a place of a definition.
///
/// Checking, spelling hints and the JSON Schema all come from the one description in ``DefinitionFormat``.
indirect enum Form: Sendable {
    case text(TextForm)
    case flag
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case choice([String])
    /// An object with these members and no others.
    case object(ObjectForm)
    /// An object with members of any name.
    case map(of: Form)
    case list(of: Form, atLeast: Int = 0, atMost: Int? = nil)
    /// Told apart by whether a text, an object or something else stands there.
    case either([Form])
    /// A form that holds itself, by its name in ``DefinitionFormat``.
    case named(String)
    /// Whatever a service may send.
    case anything
}

/// An object whose members are known by name.
struct ObjectForm: Sendable {
    /// What its members are, as in `"hots" is no part of "info"`.
    let noun: String
    let members: [Member]

    struct Member: Sendable {
        let name: String
        let form: Form
        let isRequired: Bool
        let help: String

        init(_ name: String, _ form: Form, required: Bool = false, _ help: String) {
            self.name = name
            self.form = form
            isRequired = required
            self.help = help
        }
    }

    subscript(name: String) -> Member? { members.first { $0.name == name } }
}

/// What a text has to be like.
enum TextForm: Sendable {
    /// Anything on one line that is not blank.
    case line
    /// Also blank, and on several lines.
    case any
    case providerName
    case address
    /// An address with nothing behind its host.
    case origin
    /// A ``PicturePattern``.
    case pictures
    case keyName
    case variable
    case mark

    /// What may stand there, for a person.
    var expectation: String {
        switch self {
        case .line: "a text on one line"
        case .any: "a text"
        case .providerName: "a name of lower-case letters, digits and hyphens such as \"my-museum\""
        case .address: "an address such as \"https://example.com/\""
        case .origin: "an origin such as \"https://api.example.com\""
        case .pictures: "a pattern such as \"https://pictures.example.com/{}/#px-*\""
        case .keyName: "a name of letters and digits such as \"apiKey\""
        case .variable: "the name of an environment variable such as \"EXAMPLE_KEY\""
        case .mark: "\"\(DefinitionFormat.mark)\""
        }
    }

    /// What ends a line, turns its direction or is obeyed by a terminal.
    private static let unseen =
        "\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069"

    /// The same for a JSON Schema.
    var pattern: String? {
        switch self {
        case .line: "^[^\(Self.unseen)]*[^\\s\(Self.unseen)][^\(Self.unseen)]*$"
        case .any: nil
        case .providerName: "^[a-z][a-z0-9-]{0,31}$"
        case .address: "^https?://[^/?#@\\s]+([/?#].*)?$"
        case .origin: "^https?://[^/?#@\\s]+/?$"
        case .pictures: "^https://[^/?#@\\s]+/(.*/)?\\{\\}(/.*)?$"
        case .keyName: "^[A-Za-z][A-Za-z0-9]{0,31}$"
        case .variable: "^[A-Z_][A-Z0-9_]*$"
        case .mark: "^\(DefinitionFormat.mark)$"
        }
    }
}
