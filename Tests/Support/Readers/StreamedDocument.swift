package import JSON

/// Builds the document of `--format json` from JSON lines.
package struct StreamedDocument {
    /// The items by their ids, in the order of their lines.
    package private(set) var ids: [String] = []
    private var items: [String: JSONValue] = [:]
    package private(set) var end: JSONValue?
    /// The names of the events, in order; "item" for an item.
    package private(set) var events: [String] = []

    package struct NoEnd: Error {}

    package init(_ text: String) throws {
        for line in text.split(separator: "\n") {
            let record = try JSONDocument(Array(line.utf8), mode: .strict).root
            events.append(record["event"].string ?? "item")
            if events.last == "finished" { end = record }
            guard record["event"].isMissing, let id = record["id"].string else { continue }
            ids.append(id)
            items[id] = record
        }
        for item in end?["changed"].elements.map(\.self) ?? [] { items[item["id"].string ?? ""] = item }
    }

    /// The document, byte for byte.
    package var document: String {
        get throws {
            guard let end else { throw NoEnd() }
            return JSONWriter.text(.pretty) { writer in
                writer.object { writer in
                    for member in end.members
                    where !["event", "fields", "changed", "gone"].contains(member.key) {
                        writer.key(member.key == "order" ? "items" : member.key)
                        guard member.key == "order" else {
                            writer.value(member.value)
                            continue
                        }
                        writer.array { writer in
                            for id in member.value.elements { write(items[id.string ?? ""] ?? id, &writer) }
                        }
                    }
                }
            } + "\n"
        }
    }

    /// An item, without its id if the selected fields lack it.
    private func write(_ item: JSONValue, _ writer: inout JSONWriter) {
        let fields = end?["fields"].elements.compactMap(\.string) ?? []
        let hasID = fields.isEmpty || fields.contains("id")
        writer.object { writer in
            for member in item.members where hasID || member.key != "id" {
                writer.key(member.key)
                writer.value(member.value)
            }
        }
    }
}
