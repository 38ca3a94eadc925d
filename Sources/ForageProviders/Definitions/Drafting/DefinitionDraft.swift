package import ForageCore
internal import JSON

/// A proposal for a definition, made from one answer of a service. A person has to correct it.
package struct DefinitionDraft {
    private let root: JSONValue
    private let url: WebURL?
    private let name: String
    private let isFeed: Bool
    private let survey: AnswerSurvey
    private let guess: FieldGuess
    private let feed: [UInt8]?

    private static let sampleRecordCount = 2

    /// Surveys an answer; nil if there is no list of items in it.
    ///
    /// - Parameters:
    ///   - body: The answer, as JSON or a feed.
    ///   - url: The address that gave it; nil if it is unknown.
    ///   - name: The name of the provider.
    package init?(_ body: [UInt8], from url: WebURL?, name: String) {
        let response = Response(body: body)
        if let document = try? response.json() {
            (root, isFeed, feed) = (document.root, false, nil)
        } else if let reader = try? FeedDocument(response).reader {
            (root, isFeed, feed) = (reader.root.value, true, body)
        } else {
            return nil
        }
        guard let survey = AnswerSurvey(root) else { return nil }
        self.survey = survey
        guess = FieldGuess(survey)
        self.url = url
        self.name = name
    }

    /// The definition, with a sample that is read with it.
    package var json: [UInt8] {
        let draft = bytes(samples: false)
        guard let trial = try? UnfinishedDefinition(draft, at: "draft"),
            let request = try? request, let sample = sampleBody,
            case .page(let page)? = try? trial.provider.decode(Response(body: sample), for: request),
            let items = try? JSONDocument(SampleItems.json(page.drafts)).root
        else { return draft }
        return bytes(samples: true, items, page)
    }

    private var request: ProviderRequest {
        get throws {
            let page = PageRequest(size: 30)
            return isFeed ? .browse(Browse(), page) : .search(try Query("words"), page)
        }
    }

    // MARK: - Parts

    private func bytes(samples: Bool, _ items: JSONValue? = nil, _ page: Page? = nil) -> [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.object { writer in
                writer.member("$schema", DefinitionFormat.mark)
                writer.object("about") { about(&$0) }
                writer.object(isFeed ? "browse" : "search") { self.request(&$0) }
                if isFeed { writer.member("format", "feed") } else { writer.member("items", survey.list) }
                writer.member("total", isFeed ? nil : guess.total)
                writer.object("item") { item(&$0) }
                if samples, let items, let page { self.samples(items, page, &writer) }
            }
        } + [UInt8(ascii: "\n")]
    }

    private var site: String { url.map { "\($0.origin)/" } ?? "https://example.com/" }

    private func about(_ writer: inout JSONWriter) {
        writer.member("id", name)
        writer.member("name", name.prefix(1).uppercased() + name.dropFirst())
        writer.member("summary", "What it offers, in one line")
        writer.member("site", site)
        writer.member("kinds", all: [isFeed ? "episode" : "photo"]) { $0.string($1) }
        writer.member("enabled", false)
        writer.member("hosts", all: [String(site.dropLast())]) { $0.string($1) }
    }

    /// Writes the request. In the query of a known address, the values are replaced by placeholders where their names
    /// say what they are.
    private func request(_ writer: inout JSONWriter) {
        writer.member("url", url?.withoutQuery.text ?? "\(site)\(isFeed ? "feed" : "search")")
        var query = Self.queryItems(of: url)
        if !isFeed, !query.contains(where: { $0.value.contains("{text}") }) { query.append(("q", "{text}")) }
        guard !query.isEmpty else { return }
        writer.object("query") { writer in
            for (name, value) in query { writer.member(name, value) }
        }
    }

    private static func queryItems(of url: WebURL?) -> [(name: String, value: String)] {
        guard let text = url?.text, let start = text.firstIndex(of: "?") else { return [] }
        var met: Set<String> = []
        return text[text.index(after: start)...].prefix { $0 != "#" }.split(separator: "&").compactMap {
            item in
            let parts = item.split(separator: "=", maxSplits: 1).map {
                PercentEncoding.decode($0) ?? String($0)
            }
            guard let name = parts.first, met.insert(name).inserted else { return nil }
            let value = (parts.count > 1 ? parts[1] : "").replacing("{", with: "").replacing("}", with: "")
            return (
                name,
                words.contains(name.lowercased())
                    ? "{text}" : sizes.contains(name.lowercased()) ? "{size}" : value
            )
        }
    }

    private static let words: Set = [
        "q", "query", "search", "term", "text", "keyword", "keywords", "s", "searchterm",
    ]
    private static let sizes: Set = [
        "per_page", "limit", "rows", "size", "pagesize", "page_size", "count", "n",
    ]

    // MARK: - Items

    private func item(_ writer: inout JSONWriter) {
        let named = isFeed ? survey.fields.first { ["/guid", "/id"].contains($0.path) } : nil
        let id = named ?? guess.id ?? guess.page
        writer.member("id", id?.path ?? "@")
        writer.member("title", (guess.title ?? guess.summary ?? id)?.path ?? "@")
        if let page = guess.page {
            writer.member("page", page.path)
        } else {
            writer.object("page") { $0.member("text", "\(site){\(id?.path ?? "@")}") }
        }
        writer.member("summary", guess.summary?.path)
        if let creator = guess.creator { writer.object("creator") { $0.member("name", creator.path) } }
        if let licence = guess.licence {
            writer.object("licence") { $0.member(licence.part, licence.field.path) }
        }
        writer.member("published", guess.published?.path)
        tags(&writer)
        files(&writer)
    }

    private func files(_ writer: inout JSONWriter) {
        let pictures = guess.pictures.prefix(4)
        let hasSound = isFeed && survey.fields.contains { $0.path == "/enclosure@url" }
        let markup = pictures.isEmpty ? guess.markupWithPicture : nil
        guard !pictures.isEmpty || hasSound || markup != nil else { return }
        writer.array("files") { writer in
            for picture in pictures { writer.object { file(picture, &$0) } }
            if let markup { writer.object { self.markup(markup, &$0) } }
            guard hasSound else { return }
            writer.object { writer in
                writer.member("role", "original")
                writer.member("url", "/enclosure@url")
                writer.member("type", "/enclosure@type")
            }
        }
    }

    private func file(_ picture: AnswerSurvey.Field, _ writer: inout JSONWriter) {
        let width = guess.side("width", of: picture)
        let height = guess.side("height", of: picture)
        if width == nil || height == nil { writer.member("role", Self.role(of: picture)) }
        if picture.holdsRelativePictures {
            let start = picture.texts.contains { $0.hasPrefix("/") } ? String(site.dropLast()) : site
            writer.object("url") { $0.member("text", "\(start){+\(picture.path)}") }
        } else {
            writer.member("url", picture.path)
        }
        guard let width, let height else { return }
        writer.member("width", width.path)
        writer.member("height", height.path)
    }

    private func markup(_ field: AnswerSurvey.Field, _ writer: inout JSONWriter) {
        writer.member("role", "regular")
        writer.object("url") { writer in
            writer.member("at", field.path)
            writer.array("then") { writer in writer.object { $0.member("html", "img@src") } }
        }
    }

    private func tags(_ writer: inout JSONWriter) {
        guard let tags = guess.tags else { return }
        guard !tags.isList, tags.texts.contains(where: { $0.contains(",") }) else {
            return writer.member("tags", tags.path)
        }
        writer.object("tags") { writer in
            writer.member("at", tags.path)
            writer.array("then") { $0.object { $0.member("split", ",") } }
        }
    }

    private static func role(of picture: AnswerSurvey.Field) -> String {
        let words = picture.context.union(picture.words)
        if !words.isDisjoint(with: ["thumb", "thumbnail", "thumbnails", "square", "preview", "small"]) {
            return "thumbnail"
        }
        if !words.isDisjoint(with: ["original", "full", "raw", "source"]) { return "original" }
        return "regular"
    }

    // MARK: - Sample

    /// The answer with its first records only.
    private var sampleBody: [UInt8]? {
        if let feed { return feed }
        return JSONWriter.bytes { shortened(root, &$0) }
    }

    private func samples(_ items: JSONValue, _ page: Page, _ writer: inout JSONWriter) {
        writer.array("samples") { writer in
            writer.object { writer in
                writer.object("request") { writer in
                    if isFeed { writer.member("browse", "latest") } else { writer.member("search", "words") }
                }
                writer.member("body") { writer in
                    if let feed {
                        writer.string(String(decoding: feed, as: UTF8.self))
                    } else {
                        shortened(root, &writer)
                    }
                }
                writer.member("items") { $0.value(items) }
                if let total = page.total { writer.member("total", total) }
            }
        }
    }

    /// Writes a value, and of the list of records only the first ones.
    private func shortened(_ value: JSONValue, _ writer: inout JSONWriter, _ path: String = "") {
        switch value.kind {
        case .object:
            let isList = "\(path)/*" == survey.list
            writer.object { writer in
                for member in value.members.prefix(isList ? Self.sampleRecordCount : .max) {
                    let inner = path + JSONPointer(tokens: [member.key]).description
                    writer.member(member.key) { shortened(member.value, &$0, inner) }
                }
            }
        case .array where path == survey.list:
            writer.array { writer in
                for element in value.elements.prefix(Self.sampleRecordCount) { writer.value(element) }
            }
        default: writer.value(value)
        }
    }
}
