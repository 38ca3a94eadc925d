/// The JSON Schemas of the output for programs; `docs/output.md` explains each part.
package enum OutputSchemas {
    /// The schema of a list of results.
    ///
    /// - Parameters:
    ///   - result: The schema of a result.
    ///   - outcome: The schema of an outcome.
    /// - Returns: The schema of the list.
    package static func report(of result: String = result, _ outcome: String = outcome) -> String {
        """
        {
          "type": "object",
          "required": ["version", "query", "items", "outcomes", "next"],
          "properties": {
            "version": { "const": 1 },
            "query": { "type": ["string", "null"] },
            "items": { "type": "array", "items": \(result) },
            "outcomes": { "type": "array", "items": \(outcome) },
            "hint": { "type": "string", "description": "A remark on the query." },
            "suggestions": { "type": "array", "items": { "type": "string" }, "description": "Queries that the user may have meant." },
            "seeAlso": { "type": "array", "items": { "type": "string" }, "description": "Related queries." },
            "next": { "type": ["string", "null"], "description": "The cursor of the next page; null at the end." }
          }
        }
        """
    }

    /// The schema of a document with one result.
    package static func item(of result: String = result) -> String {
        """
        {
          "type": "object",
          "required": ["version", "item"],
          "properties": { "version": { "const": 1 }, "item": \(result) }
        }
        """
    }

    /// The schema of a result.
    package static let result = """
        {
          "type": "object",
          "required": ["id", "title", "pageURL", "attribution"],
          "properties": {
            "id": { "type": "string", "description": "The id for show, credit and get." },
            "kind": { "enum": ["photo", "answer", "topic", "episode", "video", "audio"] },
            "title": { "type": "string" },
            "summary": { "type": "string" },
            "pageURL": { "type": "string" },
            "creator": { "type": "object", "description": "The creator; missing if unknown." },
            "licence": { "type": "object", "description": "Missing if unknown; no use is then allowed." },
            "attribution": { "type": "object", "description": "The credit that must be shown with the result." },
            "publishedAt": { "type": "string" },
            "seconds": { "type": "integer" },
            "size": { "type": "object" },
            "renditions": { "type": "array", "items": { "type": "object", "required": ["role", "url"] } }
          }
        }
        """

    /// The schema of the outcome of a provider.
    package static let outcome = """
        {
          "type": "object",
          "required": ["provider", "result"],
          "properties": {
            "provider": { "type": "string" },
            "result": { "type": "string" },
            "reason": { "type": "string" }
          }
        }
        """
}
