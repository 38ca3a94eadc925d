/// What a tool alone gives; the rest of what is written for programs is described in one place for all.
enum AgentSchemas {
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
}
