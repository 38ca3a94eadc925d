extension CreditsLock {
    /// The JSON Schema of the file.
    package static let schema = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "\(mark)",
          "title": "credits.lock of Forage",
          "description": "The pictures of a project with their credits.",
          "type": "object",
          "required": ["version", "files"],
          "additionalProperties": false,
          "properties": {
            "$schema": { "type": "string" },
            "version": { "const": \(version) },
            "policy": { "$ref": "#/$defs/policy" },
            "files": { "type": "array", "items": { "$ref": "#/$defs/file" }, "description": "In the order of the paths." }
          },
          "$defs": {
            "policy": {
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "uses": {
                  "type": "array", "items": { "enum": ["commercial", "modify", "redistribute"] },
                  "description": "What every licence must permit, in addition to publication."
                },
                "allow": { "$ref": "#/$defs/texts", "description": "The licences that are allowed, such as cc-by or cc-by-4.0; any when empty." },
                "refuse": { "$ref": "#/$defs/texts", "description": "The licences that are refused." },
                "ignore": { "$ref": "#/$defs/texts", "description": "Patterns of paths that are left out, as in a file of Git." },
                "copies": { "$ref": "#/$defs/texts", "description": "Patterns of paths in which a picture may be a copy of another one by its look." },
                "pages": { "type": "array", "items": { "$ref": "#/$defs/path" }, "description": "The pages with the credits, which must be current." }
              }
            },
            "file": {
              "type": "object",
              "required": ["path", "title", "sha256", "bytes", "date"],
              "additionalProperties": false,
              "properties": {
                "path": { "$ref": "#/$defs/path" },
                "id": { "type": "string", "description": "The item, such as flickr:53123456701." },
                "title": { "type": "string" },
                "alt": { "type": "string", "description": "A description for people who cannot see the picture." },
                "credit": { "type": "string", "description": "The credit to paste; it is made of the credits." },
                "credits": { "type": "array", "items": { "$ref": "#/$defs/credit" } },
                "sha256": { "$ref": "#/$defs/sha256" },
                "sha1": { "type": "string", "pattern": "^[0-9a-f]{40}$" },
                "bytes": { "type": "integer", "minimum": 0 },
                "type": { "type": "string", "description": "The media type." },
                "width": { "type": "integer", "minimum": 1 },
                "height": { "type": "integer", "minimum": 1 },
                "look": { "type": "string", "pattern": "^[0-9a-f]{16}$", "description": "A perceptual hash." },
                "blurHash": { "type": "string" },
                "contentCredentials": { "type": "boolean", "description": "True if the file has a C2PA manifest." },
                "url": { "type": "string", "description": "The address that the file came from." },
                "size": { "type": "string", "description": "The requested size." },
                "date": { "type": "string", "format": "date" },
                "original": {
                  "type": "object", "required": ["type", "sha256", "bytes"], "additionalProperties": false,
                  "description": "The file as it came, if it was changed.",
                  "properties": {
                    "type": { "type": "string" }, "sha256": { "$ref": "#/$defs/sha256" },
                    "bytes": { "type": "integer", "minimum": 0 }
                  }
                },
                "steps": { "$ref": "#/$defs/texts", "description": "The steps that changed it, in order." },
                "sidecar": { "$ref": "#/$defs/sha256", "description": "The credit file next to the picture." },
                "note": { "type": "string", "description": "A remark of yours." },
                "seal": { "type": "string", "pattern": "^[0-9a-f]{16}$", "description": "The digest of the rest of the entry." }
              }
            },
            "credit": {
              "type": "object",
              "required": ["title"],
              "additionalProperties": false,
              "properties": {
                "id": { "type": "string", "description": "The item at this source." },
                "title": { "type": "string" },
                "page": { "type": "string" },
                "source": { "$ref": "#/$defs/link" },
                "creator": { "type": "object", "required": ["name"], "additionalProperties": false, "properties": { "name": { "type": "string" }, "url": { "type": "string" } } },
                "licence": {
                  "type": "object", "required": ["id", "name"], "additionalProperties": false,
                  "properties": { "id": { "type": "string" }, "name": { "type": "string" }, "url": { "type": "string" } }
                },
                "service": { "$ref": "#/$defs/link" },
                "evidence": {
                  "type": "object", "required": ["words", "date"], "additionalProperties": false,
                  "description": "The words in which the source stated the licence.",
                  "properties": {
                    "words": { "type": "string" }, "url": { "type": "string" },
                    "date": { "type": "string", "format": "date" }, "sha256": { "$ref": "#/$defs/sha256" }
                  }
                }
              }
            },
            "link": { "type": "object", "required": ["name", "url"], "additionalProperties": false, "properties": { "name": { "type": "string" }, "url": { "type": "string" } } },
            "path": { "type": "string", "description": "From the folder of the lock, with slashes." },
            "sha256": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
            "texts": { "type": "array", "items": { "type": "string" } }
          }
        }

        """
}
