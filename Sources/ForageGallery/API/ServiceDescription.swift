internal import Forage
internal import ForageFormats
internal import JSON

/// What the API is, as an OpenAPI document. It is made of the table of places, so it says what is there.
enum ServiceDescription {
    static let content = Content(
        Array(text.utf8), type: "application/json; charset=utf-8", isPackedAhead: true)

    private static var text: String {
        JSONWriter.text(.pretty) { writer in
            writer.object { writer in
                writer.member("openapi", "3.1.0")
                writer.member("info") { writer in
                    writer.object { writer in
                        writer.member("title", "Forage")
                        writer.member("version", Version.current)
                        writer.member(
                            "description", "Searches many sources of pictures and episodes at once.")
                    }
                }
                // With and without a lock.
                writer.member("security", schema: #"[{}, { "token": [] }]"#)
                writer.member("paths") { writer in
                    writer.object { writer in
                        for place in Place.allCases where !place.isForPeople {
                            writer.member(place.path) { writer in
                                writer.object { $0.member(place.method) { write(place, &$0) } }
                            }
                        }
                    }
                }
                writer.member("components") { writer in
                    writer.object { writer in
                        writer.member(
                            "securitySchemes", schema: #"{ "token": { "type": "http", "scheme": "bearer" } }"#
                        )
                        writer.member("schemas") { writer in
                            writer.object { writer in
                                for (name, schema) in APISchemas.all { writer.member(name, schema: schema) }
                            }
                        }
                    }
                }
            }
        }
    }

    private static func write(_ place: Place, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("operationId", place.rawValue)
            writer.member("summary", place.summary)
            writer.member("parameters") { writer in
                writer.array { writer in
                    if let name = place.nameInPath { writePathParameter(name, &writer) }
                    for parameter in place.parameters { write(parameter, &writer) }
                }
            }
            writer.member("responses") { writer in
                writer.object { writer in
                    for answer in place.answers { write(answer, &writer) }
                    for status in place.problems {
                        write(
                            .init(
                                status, HTTPProblem.title(status),
                                ["application/problem+json": .named("Problem")]
                            ), &writer)
                    }
                }
            }
        }
    }

    private static func writePathParameter(_ name: String, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("in", "path")
            writer.key("required")
            writer.bool(true)
            writer.member("schema", schema: #"{ "type": "string", "pattern": "^[^\u0000-\u001f\u007f]+$" }"#)
        }
    }

    private static func write(_ parameter: Parameter, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", parameter.name)
            writer.member("in", "query")
            writer.member("description", parameter.meaning)
            writer.key("required")
            writer.bool(parameter.isRequired)
            writer.member("schema", schema: parameter.form.schema)
        }
    }

    private static func write(_ answer: APIAnswer, _ writer: inout JSONWriter) {
        writer.member("\(answer.status)") { writer in
            writer.object { writer in
                writer.member("description", answer.meaning)
                guard !answer.content.isEmpty else { return }
                writer.member("content") { writer in
                    writer.object { writer in
                        for (type, schema) in answer.content {
                            writer.member(type) { $0.object { $0.member("schema", schema: schema.text) } }
                        }
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    /// A member whose value is JSON already.
    fileprivate mutating func member(_ key: String, schema text: String) {
        guard let document = try? JSONDocument(Array(text.utf8), mode: .strict) else { return }
        self.key(key)
        value(document.root)
    }
}

extension Place {
    /// How it is asked, as the document writes that.
    fileprivate var method: String { methods.contains("POST") ? "post" : "get" }

    /// What its path calls what is to be filled in.
    fileprivate var nameInPath: String? {
        guard let open = path.firstIndex(of: "{") else { return nil }
        return String(path[open...].dropFirst().prefix { $0 != "}" })
    }
}

extension Parameter.Form {
    fileprivate var schema: String {
        switch self {
        case .text: #"{ "type": "string", "minLength": 1 }"#
        case .day: #"{ "type": "string", "format": "date" }"#
        case .integer(let range):
            #"{ "type": "integer", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound) }"#
        case .flag: #"{ "type": "boolean" }"#
        case .oneOf(let numbers): #"{ "type": "integer", "enum": \#(numbers) }"#
        }
    }
}
