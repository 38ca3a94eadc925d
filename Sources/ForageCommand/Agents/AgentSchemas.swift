/// What the tools give, as JSON Schemas; `docs/output.md` says what each part means.
enum AgentSchemas {
    /// A list of results.
    static let report = """
        {
          "type": "object",
          "required": ["version", "query", "items", "outcomes", "next"],
          "properties": {
            "version": { "const": 1 },
            "query": { "type": ["string", "null"] },
            "items": { "type": "array", "items": \(result) },
            "outcomes": { "type": "array", "items": \(outcome) },
            "hint": { "type": "string", "description": "What is to be said of the query." },
            "suggestions": { "type": "array", "items": { "type": "string" }, "description": "What may have been meant." },
            "seeAlso": { "type": "array", "items": { "type": "string" }, "description": "What else may be searched for." },
            "next": { "type": ["string", "null"], "description": "The cursor to go on with; null at the end." }
          }
        }
        """

    /// One result.
    static let item = """
        {
          "type": "object",
          "required": ["version", "item"],
          "properties": { "version": { "const": 1 }, "item": \(result) }
        }
        """

    /// A file that was got.
    static let file = """
        {
          "type": "object",
          "required": ["version", "id", "result", "file", "type", "bytes", "credit"],
          "properties": {
            "version": { "const": 1 },
            "id": { "type": "string" },
            "result": { "enum": ["saved", "resumed", "there"], "description": "there: it was there already." },
            "file": { "type": "string", "description": "Its path; NAME.credit.json lies beside it." },
            "type": { "type": "string", "description": "Its media type." },
            "bytes": { "type": "integer" },
            "size": {
              "type": "object",
              "required": ["width", "height"],
              "properties": { "width": { "type": "integer" }, "height": { "type": "integer" } },
              "description": "In pixels; missing where the file does not say."
            },
            "credit": { "type": "string", "description": "The credit that must stand beside it." }
          }
        }
        """

    private static let result = """
        {
          "type": "object",
          "required": ["id", "title", "pageURL", "attribution"],
          "properties": {
            "id": { "type": "string", "description": "What show, credit and get take." },
            "kind": { "enum": ["photo", "answer", "topic", "episode"] },
            "title": { "type": "string" },
            "summary": { "type": "string" },
            "pageURL": { "type": "string" },
            "creator": { "type": "object", "description": "Who made it; missing where nobody says." },
            "licence": { "type": "object", "description": "Missing where nobody says: then nothing is allowed." },
            "attribution": { "type": "object", "description": "The credit that must stand beside it." },
            "publishedAt": { "type": "string" },
            "seconds": { "type": "integer" },
            "size": { "type": "object" },
            "renditions": { "type": "array", "items": { "type": "object", "required": ["role", "url"] } }
          }
        }
        """

    private static let outcome = """
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
