internal import ForageCore
internal import ForageFormats

/// A possible response of a route.
struct APIAnswer: Sendable {
    let status: Int
    let meaning: String
    /// The schemas by media type.
    let content: KeyValuePairs<String, APISchema>

    init(_ status: Int, _ meaning: String, _ content: KeyValuePairs<String, APISchema> = [:]) {
        self.status = status
        self.meaning = meaning
        self.content = content
    }
}

/// The schema of a body.
enum APISchema: Sendable {
    /// A schema of ``APISchemas``.
    case named(String)
    case text
    case object
    /// Bytes without a schema.
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

extension APIAnswer {
    static let unchanged = APIAnswer(304, "Unchanged.")
    static let list = APIAnswer(
        200, "The results.", ["application/json": .named("Report"), "text/event-stream": .text])
    static let unhealthy = APIAnswer(
        503, "No provider can be asked.",
        ["application/json": .named("Health"), "application/problem+json": .named("HTTPProblem")])

    static func json(_ meaning: String, _ schema: String) -> APIAnswer {
        APIAnswer(200, meaning, ["application/json": .named(schema)])
    }

    static func image(_ status: Int, _ meaning: String) -> APIAnswer {
        APIAnswer(status, meaning, ["image/*": .bytes])
    }

    static func sound(_ status: Int, _ meaning: String) -> APIAnswer {
        APIAnswer(status, meaning, ["audio/*": .bytes, "application/octet-stream": .bytes])
    }

    /// The response for an error.
    static func problem(_ status: Int) -> APIAnswer {
        APIAnswer(status, HTTPProblem.title(status), ["application/problem+json": .named("HTTPProblem")])
    }
}

/// The schemas of the API's bodies.
enum APISchemas {
    static let all: KeyValuePairs = [
        "Report": OutputSchemas.report(of: APISchema.named("Result").text, APISchema.named("Outcome").text),
        "Item": OutputSchemas.item(of: APISchema.named("Result").text),
        "Result": #"{ "allOf": [\#(OutputSchemas.result), \#(additions), \#(rights)] }"#,
        "Outcome": OutputSchemas.outcome, "Credit": credit, "Providers": providers, "Change": change,
        "Suggestions": suggestions, "Health": health,
        "HTTPProblem": problem, "Picks": picks, "Collections": collections, "Collection": collection,
        "Collecting": collecting,
    ]

    private static let collections = """
        { "type": "object", "required": ["version", "collections"], "properties": {
          "version": { "const": 1 },
          "collections": { "type": "array", "items": { "type": "object", "required": ["name", "count"],
            "properties": { "name": { "type": "string" }, "count": { "type": "integer" } } } } } }
        """

    private static let collection = """
        { "type": "object", "required": ["version", "name", "items"], "properties": {
          "version": { "const": 1 }, "name": { "type": "string" },
          "items": { "type": "array", "items": { "type": "object", "required": ["id"],
            "properties": { "id": { "type": "string" } } } } } }
        """

    private static let collecting = """
        { "type": "object", "properties": {
          "add": { "type": "array", "description": "IDs of results.", "items": { "type": "string" } },
          "remove": { "type": "array", "description": "IDs of results.", "items": { "type": "string" } } } }
        """

    private static let additions = """
        { "type": "object", "properties": {
          "media": { "type": "object", "description": "Addresses to play it from; use them unchanged.",
            "properties": { "audio": { "type": "string" } } },
          "pictures": { "type": "object",
          "description": "Addresses to show it from; use them unchanged.",
          "properties": {
            "small": { "type": "string" }, "large": { "type": "string" },
            "srcset": { "type": "string",
              "description": "The small picture in several widths, for the attribute `srcset` of an img." },
            "whole": { "type": "string", "description": "All pixels, if they are more than the large picture has." },
            "spare": { "type": "string", "description": "Another file, in case one cannot be loaded." },
            "blurHash": { "type": "string", "description": "A placeholder until the picture is loaded." },
            "unkept": { "type": "string", "description": "Why its file cannot be downloaded." } } } } }
        """

    private static var rights: String {
        func words(_ texts: [String]) -> String { texts.map { "\"\($0)\"" }.joined(separator: ", ") }
        return """
            { "type": "object", "properties": { "rights": { "type": "object",
              "description": "What the licence of a photo permits.",
              "required": ["summary"],
              "properties": {
                "summary": { "enum": [\(words(LicenceSummary.allCases.map(\.rawValue)))] },
                "uses": { "type": "array", "description": "The permitted uses.",
                  "items": { "enum": [\(words(LicenceUse.allCases.map(\.rawValue)))] } } } } } }
            """
    }

    private static var credit: String {
        let forms = CreditView.Form.allCases.map { "\"\($0.rawValue)\"" }
        return """
            { "type": "object", "required": [\(forms.joined(separator: ", "))],
              "properties": { \(forms.map { $0 + #": { "type": "string" }"# }.joined(separator: ", ")) } }
            """
    }

    private static var states: String {
        ProviderReadiness.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }

    private static var providers: String {
        """
        { "type": "object", "required": ["version", "providers"],
          "properties": {
            "version": { "const": 1 },
            "local": { "type": "boolean",
              "description": "Whether this client may change the providers, because it is on this machine." },
            "providers": { "type": "array", "items": {
              "type": "object", "required": ["id", "name", "state"],
              "properties": {
                "id": { "type": "string" }, "name": { "type": "string" }, "summary": { "type": "string" },
                "site": { "type": "string" }, "state": { "enum": [\(states)] },
                "reason": { "type": "string", "description": "Why no requests are sent to it." } } } } } }
        """
    }

    private static let change = """
        { "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
          "properties": {
            "enabled": { "type": "boolean", "description": "Whether to ask it." },
            "key": { "type": "object", "required": ["name", "value"], "additionalProperties": false,
              "properties": {
                "name": { "type": "string" },
                "value": { "type": "string", "description": "It is stored, and never returned." } } },
            "insist": { "const": true,
              "description": "Whether to end a pause after failures. A pause of the service remains." } } }
        """

    private static let suggestions = """
        { "type": "object", "required": ["version", "suggestions"],
          "properties": {
            "version": { "const": 1 },
            "suggestions": { "type": "array", "items": { "type": "string" } } } }
        """

    private static var health: String {
        """
        { "type": "object", "required": ["status", "providers", "openBreakers", "store"],
          "properties": {
            "status": { "enum": ["ready", "unavailable"] },
            "providers": { "type": "object", "required": [\(states)],
              "additionalProperties": { "type": "integer", "minimum": 0 } },
            "openBreakers": { "type": "integer", "minimum": 0 },
            "store": { "enum": ["usable", "unwritable", "unreadable", "none"] } } }
        """
    }

    /// The schema of a list of results of which only the IDs are read, so that a saved search can be sent as it is.
    private static let picks = """
        { "type": "object", "required": ["items"],
          "properties": { "items": { "type": "array", "minItems": 1, "maxItems": \(ZipOrder.greatestCount),
            "items": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } } } } }
        """

    private static let problem = """
        { "type": "object", "required": ["title", "status", "detail"],
          "properties": {
            "title": { "type": "string" }, "status": { "type": "integer" },
            "detail": { "type": "string", "description": "What is wrong and what to do, in one sentence." },
            "column": { "type": "integer", "description": "The number of the character at which the query is wrong." } } }
        """
}
