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

/// The schemas by name.
enum APISchemas {
    /// An object with all schemas, as JSON text. Those of the output are inserted at their names.
    static let text: String = {
        let text = String(decoding: PackageResources.api_schemas_json, as: UTF8.self)
        return OutputSchemas.names.reduce(text) { text, name in
            text.replacing("\"{{\(name)}}\"", with: OutputSchemas.text(name))
        }
    }()
}
