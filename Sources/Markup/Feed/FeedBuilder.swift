internal import Platform

/// Builds a feed from the events of the parser.
struct FeedBuilder {
    private(set) var channel = FeedElement()
    private(set) var items: [FeedElement] = []
    var damage: String?
    var fault: FeedError?

    private var open: [Open] = []
    private var byteCount = 0
    private var partCount = 0
    private var isRSS = false
    /// The names of the root elements that are accepted.
    private let roots: Set<String>

    /// Creates a builder for RSS, RSS 1.0 and Atom, or for documents with another root element.
    init(roots: Set<String> = ["rss", "RDF", "feed"]) { self.roots = roots }

    private struct Open {
        let name: String
        let role: Role
        var element = FeedElement()
        var text = ""
    }

    private enum Role {
        case root, channel, item, part
    }

    static let textLimit = 24 << 20
    private static let partLimit = 200_000
    private static let depthLimit = 32

    /// Handles a start tag; returns false if parsing must end.
    mutating func start(_ name: FeedName, attributes: [(name: String, value: String)]) -> Bool {
        if open.isEmpty, !roots.contains(name.local) {
            fault = .notFeed(root: name.local.shortened(to: 40))
            return false
        }
        if open.isEmpty { isRSS = name.local != "feed" }
        partCount += 1 + attributes.count
        byteCount += attributes.reduce(0) { $0 + $1.value.utf8.count }
        guard partCount <= Self.partLimit, byteCount <= Self.textLimit else {
            return stop("The feed exceeds the size limit.")
        }
        guard open.count < Self.depthLimit else {
            return stop("The feed has elements nested more than \(Self.depthLimit) deep.")
        }
        let role = role(of: name)
        if case .item = role, items.count >= Feed.itemLimit {
            return stop("The feed has more than \(Feed.itemLimit) items; the rest was not read.")
        }
        var key = name.key(inRSS: isRSS)
        if key == "link", let relation = attributes.first(where: { $0.name == "rel" })?.value,
            relation != "alternate"
        {
            key += "-\(relation)"
        }
        open.append(Open(name: key, role: role))
        for attribute in attributes {
            add(FeedElement.Part(name: "\(key)@\(attribute.name)", content: .text(attribute.value)))
        }
        return true
    }

    /// Handles text.
    mutating func text(_ text: String) {
        byteCount += text.utf8.count
        guard byteCount <= Self.textLimit, let last = open.indices.last else { return }
        open[last].text += text
    }

    mutating func end() {
        guard let ended = open.popLast() else { return }
        switch ended.role {
        case .root, .channel: break
        case .item: items.append(ended.element)
        case .part:
            let text = ended.text.foldingWhitespace()
            let content: FeedElement.Content =
                ended.element.parts.isEmpty ? .text(text) : .element(ended.element)
            add(FeedElement.Part(name: ended.name, content: content))
        }
    }

    /// Adds a part to the enclosing element.
    private mutating func add(_ part: FeedElement.Part) {
        // The attributes of an element are stored next to it.
        let isAttribute = open.last.map { part.name.hasPrefix($0.name + "@") } ?? false
        let place = open.count - (isAttribute ? 2 : 1)
        guard open.indices.contains(place) else { return }
        switch open[place].role {
        case .root, .channel: channel.parts.append(part)
        case .item, .part: open[place].element.parts.append(part)
        }
    }

    private func role(of name: FeedName) -> Role {
        switch open.last?.role {
        case nil: .root
        case .root where name.local == "channel": .channel
        case .root, .channel: name.isItem ? .item : .part
        case .item, .part: .part
        }
    }

    private mutating func stop(_ reason: String) -> Bool {
        damage = reason
        return false
    }
}

/// The name of an element in a feed.
struct FeedName {
    let local: String
    let prefix: String?
    let namespace: String?

    var isItem: Bool { local == "item" || local == "entry" }

    /// Returns the name with its usual prefix.
    func key(inRSS: Bool) -> String {
        guard let namespace else { return prefix.map { "\($0):\(local)" } ?? local }
        if Self.plain.contains(namespace) { return local }
        if namespace == Self.atom { return inRSS ? "atom:\(local)" : local }
        let prefix = Self.prefixes[namespace.lowercased()] ?? prefix
        return prefix.map { "\($0):\(local)" } ?? local
    }

    private static let atom = "http://www.w3.org/2005/Atom"

    private static let plain: Set<String> = [
        "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
        "http://backend.userland.com/rss2",
    ]

    private static let prefixes = [
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "http://search.yahoo.com/mrss/": "media",
        "http://purl.org/dc/elements/1.1/": "dc",
        "http://purl.org/rss/1.0/modules/content/": "content",
        "https://podcastindex.org/namespace/1.0": "podcast",
    ]
}
