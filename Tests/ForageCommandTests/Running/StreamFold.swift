import JSON

/// What a reader makes of the lines of `--stream`: the document that `--format json` writes.
struct StreamFold {
    private var items: [String: JSONValue] = [:]
    private var end: JSONValue?
    /// The names of the events, in order.
    private(set) var events: [String] = []

    struct NoEnd: Error {}

    init(_ text: String) throws {
        for line in text.split(separator: "\n") {
            let record = try JSONDocument(Array(line.utf8), mode: .strict).root
            events.append(record["event"].string ?? "")
            switch events.last {
            case "item": items[record["id"].string ?? ""] = record["item"]
            case "finished": end = record
            default: break
            }
        }
        for change in end?["changed"].list ?? [] { items[change["id"].string ?? ""] = change["item"] }
    }

    /// The document, to the byte.
    var document: String {
        get throws {
            guard let end else { throw NoEnd() }
            return JSONWriter.text(.pretty) { writer in
                writer.object { writer in
                    for member in end.members where !["event", "changed"].contains(member.key) {
                        writer.key(member.key == "order" ? "items" : member.key)
                        guard member.key == "order" else {
                            writer.value(member.value)
                            continue
                        }
                        writer.array { writer in
                            for id in member.value.elements { writer.value(items[id.string ?? ""] ?? id) }
                        }
                    }
                }
            } + "\n"
        }
    }
}
