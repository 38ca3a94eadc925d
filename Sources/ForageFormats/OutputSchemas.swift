internal import JSON

/// The JSON Schemas of the output for programs; `docs/output.md` explains each part.
package enum OutputSchemas {
    /// The names of the schemas.
    package static let names = ["Report", "Item", "Result", "Outcome"]

    /// Returns a schema that refers to the others by name.
    package static func text(_ name: String) -> String {
        let document = try? JSONDocument(PackageResources.output_schemas_json, mode: .strict)
        return JSONWriter.text { writer in document.map { writer.value($0.root[name]) } ?? writer.null() }
    }

    /// Returns a schema that contains the others.
    package static func whole(_ name: String) -> String {
        names.reduce(text(name)) { schema, other in
            schema.replacing(##"{"$ref":"#/components/schemas/\##(other)"}"##, with: text(other))
        }
    }
}
