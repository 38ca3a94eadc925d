internal import ForageCore
internal import JSON
internal import Markup

/// A feed as the JSON that a definition's pointers lead through.
///
/// `{"channel": {"title": "…"}, "items": [{"title": "…", "enclosure@url": "…", "category": ["…", "…"]}]}`
struct FeedDocument {
    /// What reads its items.
    let reader: DraftReader

    init(_ response: Response) throws(DecodingFault) {
        let feed: Feed
        do throws(FeedFault) {
            feed = try Feed(response.body.span.bytes)
        } catch {
            throw .unreadable("The answer cannot be read as RSS or Atom. \(error)")
        }
        if let damage = feed.damage, feed.items.isEmpty { throw .unreadable(damage) }
        let bytes = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.key("channel")
                writer.element(feed.channel)
                writer.key("items")
                writer.array { writer in feed.items.forEach { writer.element($0) } }
            }
        }
        do throws(JSONFault) {
            reader = DraftReader(try JSONDocument(bytes).root, damage: feed.damage)
        } catch {
            throw .unreadable("The feed is too large. \(error)")
        }
    }
}

extension JSONWriter {
    /// Writes what is inside an element; what is there several times becomes a list.
    fileprivate mutating func element(_ element: FeedElement) {
        let groups = Dictionary(grouping: element.parts, by: \.name)
        var written: Set<String> = []
        object { writer in
            for part in element.parts where written.insert(part.name).inserted {
                let twins = groups[part.name] ?? []
                writer.key(part.name)
                if twins.count == 1 {
                    writer.content(part.content)
                } else {
                    writer.array { writer in twins.forEach { writer.content($0.content) } }
                }
            }
        }
    }

    private mutating func content(_ content: FeedElement.Content) {
        switch content {
        case .text(let text): string(text)
        case .element(let inner): element(inner)
        }
    }
}
