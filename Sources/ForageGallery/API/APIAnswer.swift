internal import ForageCore
internal import ForageFormats

/// An answer that a place may give.
struct APIAnswer: Sendable {
    let status: Int
    let meaning: String
    /// What it holds, by media type.
    let content: KeyValuePairs<String, APISchema>

    init(_ status: Int, _ meaning: String, _ content: KeyValuePairs<String, APISchema> = [:]) {
        self.status = status
        self.meaning = meaning
        self.content = content
    }
}

/// What a body has to be.
enum APISchema: Sendable {
    /// One of ``APISchemas``.
    case named(String)
    case text
    case object
    /// Bytes that no schema describes.
    case bytes

    var text: String {
        switch self {
        case .named(let name): ##"{ "$ref": "#/components/schemas/\##(name)" }"##
        case .text: #"{ "type": "string" }"#
        case .object: #"{ "type": "object" }"#
        case .bytes: "{}"
        }
    }
}

extension Place {
    /// What it is for.
    var summary: String {
        switch self {
        case .page: "The page"
        case .asset: "A file of the page"
        case .search:
            "Search all providers, or some; as events while they answer for who takes text/event-stream"
        case .browse: "What is new or interesting, in the same form"
        case .credit: "The credit that must stand beside a result, in every form"
        case .taking: "Takes the file of a result with leave of its service, and tells how it goes as events"
        case .item: "Everything known about one result"
        case .file: "A file that was taken, to be saved; the last event of its taking says its address"
        case .providers: "The providers: whether they are asked, what they lack, what they can do"
        case .picture: "A picture of a result; the results say its address"
        case .health: "Whether anybody can be asked, and whether answers can be kept"
        case .metrics: "What happened since the start, in figures"
        case .description: "This document"
        }
    }

    /// What it answers where nothing is wrong.
    var answers: [APIAnswer] {
        let json = "application/json"
        return switch self {
        case .page, .asset: []
        case .search, .browse:
            [
                .init(200, "The results.", [json: .named("Report"), "text/event-stream": .text]),
                Self.unchanged,
            ]
        case .credit: [.init(200, "The credit.", [json: .named("Credit")]), Self.unchanged]
        case .taking:
            [.init(200, "`progress`, then `done` or `failed`.", ["text/event-stream": .text])]
        case .item: [.init(200, "The result.", [json: .named("Item")]), Self.unchanged]
        case .file:
            [.init(200, "The file.", ["image/*": .bytes]), .init(206, "A part of it.", ["image/*": .bytes])]
        case .providers: [.init(200, "The providers.", [json: .named("Providers")]), Self.unchanged]
        case .picture:
            [
                .init(200, "The picture.", ["image/*": .bytes]),
                .init(206, "A part of it.", ["image/*": .bytes]),
                Self.unchanged,
            ]
        case .health:
            [
                .init(200, "Somebody can be asked.", [json: .named("Health")]),
                .init(
                    503, "Nobody can be asked.",
                    [json: .named("Health"), "application/problem+json": .named("Problem")]),
            ]
        case .metrics: [.init(200, "The figures.", ["application/openmetrics-text": .text])]
        case .description: [.init(200, "The document.", [json: .object]), Self.unchanged]
        }
    }

    private static let unchanged = APIAnswer(304, "It is as it was.")

    /// With which statuses it may refuse.
    var problems: [Int] {
        let everywhere = [400, 401, 403, 405, 413, 414, 429, 431, 500]
        let own =
            switch self {
            case .credit, .item: [404, 503]
            case .taking: [404, 406, 503]
            case .file: [404, 416, 503]
            case .picture: [404, 415, 416, 502, 503, 504]
            case .health: [Int]()
            default: [503]
            }
        return (everywhere + own).sorted()
    }
}

/// What the API's bodies are.
enum APISchemas {
    static let all: KeyValuePairs = [
        "Report": OutputSchemas.report(of: APISchema.named("Result").text, APISchema.named("Outcome").text),
        "Item": OutputSchemas.item(of: APISchema.named("Result").text),
        "Result": #"{ "allOf": [\#(OutputSchemas.result), \#(pictures)] }"#,
        "Outcome": OutputSchemas.outcome, "Credit": credit, "Providers": providers, "Health": health,
        "Problem": problem,
    ]

    private static let pictures = """
        {
          "type": "object",
          "properties": {
            "pictures": {
              "type": "object",
              "description": "Addresses to show it from, as they are.",
              "properties": {
                "small": { "type": "string" }, "large": { "type": "string" },
                "srcset": { "type": "string", "description": "The small one in several widths, for the attribute of an img." },
                "spare": { "type": "string", "description": "Another file, for when one does not come." },
                "blurHash": { "type": "string", "description": "Stands for it until it comes." },
                "unkept": { "type": "string", "description": "Why its file cannot be taken." }
              }
            }
          }
        }
        """

    private static var credit: String {
        let forms = CreditView.Form.allCases.map { "\"\($0.rawValue)\"" }
        return """
            {
              "type": "object",
              "required": [\(forms.joined(separator: ", "))],
              "properties": { \(forms.map { $0 + #": { "type": "string" }"# }.joined(separator: ", ")) }
            }
            """
    }

    private static var states: String {
        ProviderState.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }

    private static var providers: String {
        """
        {
          "type": "object",
          "required": ["version", "providers"],
          "properties": {
            "version": { "const": 1 },
            "providers": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["id", "name", "state"],
                "properties": {
                  "id": { "type": "string" }, "name": { "type": "string" }, "summary": { "type": "string" },
                  "site": { "type": "string" }, "state": { "enum": [\(states)] },
                  "reason": { "type": "string", "description": "Why it is not asked." }
                }
              }
            }
          }
        }
        """
    }

    private static var health: String {
        """
        {
          "type": "object",
          "required": ["status", "providers", "openBreakers", "store"],
          "properties": {
            "status": { "enum": ["ready", "nobody can be asked"] },
            "providers": {
              "type": "object", "required": [\(states)],
              "additionalProperties": { "type": "integer", "minimum": 0 }
            },
            "openBreakers": { "type": "integer", "minimum": 0 },
            "store": { "enum": ["usable", "unwritable", "unreadable", "none"] }
          }
        }
        """
    }

    private static let problem = """
        {
          "type": "object",
          "required": ["title", "status", "detail"],
          "properties": {
            "title": { "type": "string" },
            "status": { "type": "integer" },
            "detail": { "type": "string", "description": "One sentence that says what to do." },
            "column": { "type": "integer", "description": "At which character the query is at fault." }
          }
        }
        """
}
