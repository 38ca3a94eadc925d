internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Markup
internal import Platform

/// Reads and writes lists of feeds (OPML). Each feed is a definition of its own.
struct Subscriptions {
    private let invocation: Invocation
    private let definitions: Definitions
    private let known: [FeedDefinition]

    init(_ invocation: Invocation) {
        self.invocation = invocation
        definitions = invocation.definitions(invocation.configurationFiles)
        known = definitions.files.values.compactMap { FeedDefinition($0) }.sorted { $0.id < $1.id }
    }

    /// Adds a definition for each feed in a list, unless there is one already.
    func importing(_ words: some Collection<String>) throws -> ExitCode {
        guard words.count == 1, let path = words.first else {
            throw CommandError.usage("Name a list of feeds: forage providers import FILE.opml.")
        }
        guard let folder = invocation.configurationFiles.definitions else {
            throw CommandError.noConfigurationFolder
        }
        let file = try LocalFile(path, upTo: Self.greatestByteCount)
        guard file.isWhole else { throw CommandError.failure("\(path.onOneLine) is larger than 4 MiB.") }
        let outlines: [Outline]
        do throws(FeedError) { outlines = try Outline.all(in: file.bytes.span.bytes) } catch {
            throw CommandError.failure("\(path.onOneLine) is no list of feeds: \(error)")
        }
        var addresses = Set(known.map(\.feed))
        var names = Set(definitions.files.keys).union(Forage.builtIn.map(\.info.id))
        var refusedCount = 0
        for outline in outlines {
            guard let url = WebURL(outline.feed), !outline.feed.contains("{") else {
                invocation.pipes.say(
                    "forage: \(outline.title.onOneLine): \"\(outline.feed.onOneLine)\" is no web address.")
                refusedCount += 1
                continue
            }
            guard addresses.insert(url).inserted else {
                invocation.pipes.say("\(outline.title.onOneLine) is already a provider.")
                continue
            }
            let definition = FeedDefinition(
                Self.id(for: outline.title, besides: names),
                title: String(outline.title.onOneLine.prefix(100)), feed: url)
            let target = "\(folder)/\(definition.id).json"
            if let problem = Definitions.check(definition.json, at: target).first {
                invocation.pipes.say("forage: \(outline.title.onOneLine) is not added: \(problem)")
                refusedCount += 1
                continue
            }
            try LocalFile.make(target, with: definition.json, permissions: 0o644)
            names.insert(definition.id)
            invocation.pipes.write(line: "\(definition.id): \(definition.title)")
        }
        guard !outlines.isEmpty else { throw CommandError.failure("\(path.onOneLine) lists no feeds.") }
        return refusedCount == 0 ? .success : refusedCount < outlines.count ? .partial : .failure
    }

    private static let greatestByteCount = 4 << 20

    /// A name of letters and digits that is not taken.
    private static func id(for title: String, besides names: Set<ProviderID>) -> ProviderID {
        let letters = title.lowercased().filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        let start = letters.drop { !$0.isLetter }.prefix(24)
        let base = start.isEmpty ? "feed" : String(start)
        let free = sequence(first: 1) { $0 + 1 }.lazy.compactMap {
            ProviderID($0 == 1 ? base : "\(base)\($0)")
        }
        return free.first { !names.contains($0) } ?? "feed"
    }

    /// Writes all feeds as a list.
    func exporting(_ words: some Collection<String>) throws -> ExitCode {
        if let word = words.first { throw CommandError.unexpected(word, in: "providers export") }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#,
            "<head><title>Feeds of Forage</title></head>", "<body>",
        ]
        for feed in known {
            let title = feed.title.escapedForXML
            lines.append(
                #"<outline type="rss" text="\#(title)" title="\#(title)" xmlUrl="\#(feed.feed.text.escapedForXML)"/>"#
            )
        }
        invocation.pipes.write(line: (lines + ["</body>", "</opml>"]).joined(separator: "\n"))
        return .success
    }
}
