import JSON

/// A made-up body of DuckDuckGo's service, for one test.
struct SavedBody {
    var titles: [String]

    init(_ titles: String...) { self.titles = titles }

    var text: String {
        JSONWriter.text { writer in
            writer.object { writer in
                for (key, value) in [("Type", "D"), ("Heading", "Owl"), ("AbstractText", ""), ("Answer", "")]
                {
                    writer.key(key)
                    writer.string(value)
                }
                writer.key("RelatedTopics")
                writer.array { writer in
                    for (number, title) in titles.enumerated() { Self.write(title, number, to: &writer) }
                }
            }
        }
    }

    private static func write(_ title: String, _ number: Int, to writer: inout JSONWriter) {
        writer.object { writer in
            let link = "https://duckduckgo.com/Topic_\(number)"
            let members = [
                ("FirstURL", link), ("Result", "<a href=\"\(link)\">\(title)</a> is a bird."),
                ("Text", "\(title) is a bird."),
            ]
            for (key, value) in members {
                writer.key(key)
                writer.string(value)
            }
        }
    }
}
