internal import Forage
internal import ForageFormats
internal import JSON

/// The description of the API as an OpenAPI document. It is generated from the table of routes, so it is always
/// accurate.
enum ServiceDescription {
    static let content = Content(
        Array(text.utf8), type: "application/json; charset=utf-8", isPackedAhead: true)

    private static var text: String {
        let paths = Route.allCases.filter { !$0.isForPeople }.map { route in
            (route.path, object([(route.methods.contains("POST") ? "post" : "get", operation(route))]))
        }
        // The security list covers galleries without and with a token.
        let document = """
            { "openapi": "3.1.0",
              "info": { "title": "Forage", "version": \(quoted(Version.current)),
                "description": "Searches many sources of pictures and episodes at once." },
              "security": [{}, { "token": [] }],
              "paths": \(object(paths)),
              "components": {
                "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
                "schemas": \(APISchemas.text) } }
            """
        guard let document = try? JSONDocument(Array(document.utf8), mode: .strict) else { return document }
        return JSONWriter.text(.pretty) { $0.value(document.root) }
    }

    private static func operation(_ route: Route) -> String {
        let parameters = [route.parameterInPath].compactMap(\.self) + route.parameters.map(\.description)
        let answers = (route.answers + route.problems.map(APIAnswer.problem)).map {
            ("\($0.status)", $0.description)
        }
        let body = route.body.map {
            #""requestBody": { "required": true, "content": { "application/json": { "schema": \#($0.text) } } },"#
        }
        return """
            { "operationId": \(quoted(route.rawValue)), "summary": \(quoted(route.summary)),
              "parameters": [\(parameters.joined(separator: ", "))], \(body ?? "") "responses": \(object(answers)) }
            """
    }

    fileprivate static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
    }

    fileprivate static func quoted(_ text: String) -> String { JSONWriter.text { $0.string(text) } }
}

extension Route {
    /// The description of the parameter in its path.
    fileprivate var parameterInPath: String? {
        guard let open = path.firstIndex(of: "{") else { return nil }
        let name = String(path[open...].dropFirst().prefix { $0 != "}" })
        return ##"""
            { "name": \##(ServiceDescription.quoted(name)), "in": "path", "required": true,
              "schema": { "type": "string", "pattern": "^[^\u0000-\u001f\u007f]+$" } }
            """##
    }
}

extension APIAnswer {
    fileprivate var description: String {
        let meaning = ("description", ServiceDescription.quoted(meaning))
        if content.isEmpty { return ServiceDescription.object([meaning]) }
        let schemas = content.map { ($0.key, #"{ "schema": \#($0.value.text) }"#) }
        return ServiceDescription.object([meaning, ("content", ServiceDescription.object(schemas))])
    }
}

extension Parameter {
    fileprivate var description: String {
        """
        { "name": \(ServiceDescription.quoted(name)), "in": "query",
          "description": \(ServiceDescription.quoted(meaning)), "required": \(isRequired),
          "schema": \(form.schema) }
        """
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
