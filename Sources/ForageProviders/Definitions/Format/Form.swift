internal import ForageCore

/// The permitted form of a value in a definition.
///
/// Checks, spelling hints and the JSON Schema are all derived from the forms in ``DefinitionFormat``.
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
    /// One of several forms, distinguished by the type of the value: text, object or other.
    case either([Form])
    /// A recursive form, by its name in ``DefinitionFormat``.
    case named(String)
    /// Any value that a service may send.
    case anything
}

/// The form of an object with a fixed set of member names.
struct ObjectForm: Sendable {
    /// A name for a member of the object, as in `"hots" is not part of "about"`.
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

/// The permitted form of a text.
enum TextForm: Sendable {
    /// A text on one line that is not blank.
    case line
    /// Any text, which may be blank or have several lines.
    case any
    case providerName
    case address
    /// An address that ends after its host.
    case origin
    /// A ``PicturePattern``.
    case pictures
    case keyName
    case variable
    case mark
    /// The name of a ``DateForm``, or a pattern.
    case date
    /// An attribute in HTML, with or without its element.
    case attribute

    /// A description of the permitted text, for messages.
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
        case .date: "\(DateForm.names.listed("or")), or a pattern such as \"D M Y\" or \"Y-M-D h:m:s\""
        case .attribute: "an attribute such as \"img@src\" or \"href\""
        }
    }

    /// The characters that end a line, change its direction or control a terminal.
    private static let unseen =
        "\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069"

    /// A regular expression for the permitted text, for the JSON Schema.
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
        case .date: "^(\(DateForm.names.joined(separator: "|"))|[^Y]*Y[^Y]*)$"
        case .attribute: "^([A-Za-z][A-Za-z0-9-]*)?@?[A-Za-z][A-Za-z0-9-]*$"
        }
    }
}
