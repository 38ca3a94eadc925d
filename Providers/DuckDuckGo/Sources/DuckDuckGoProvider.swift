public import ForageCore

/// DuckDuckGo's instant answers: an article, a definition or a computed answer, and related topics.
///
/// The service returns everything in one answer. It has no pages, no ids and no keys.
public struct DuckDuckGoProvider: Provider {
    private let applicationName: String
    private let context: String?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - applicationName: The name of the application, which is sent to the service.
    ///   - context: Words that are added to every query.
    public init(applicationName: String = "forage", context: String? = nil) {
        self.applicationName = applicationName
        self.context = context
    }

    /// The description of the provider.
    public var info: ProviderInfo { Self.registration.info }

    /// Creates the request for the instant answer to some words.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        .get("https://api.duckduckgo.com/")
            .query("q", .text(try words(of: request)))
            .query("format", "json")
            .query("t", .text(applicationName))
            // Otherwise a bang such as “!w owl” is answered with another site's page, and texts contain markup.
            .query("no_redirect", "1")
            .query("no_html", "1")
            // Otherwise an ambiguous word is answered with a list of its meanings and no article.
            .query("skip_disambig", "1")
    }

    /// Decodes an answer, with the most direct part first.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        var reader = try DraftReader(response)
        let answer = DuckDuckGoAnswer(reader.root, to: try words(of: request))
        reader.add(answer.computed)
        reader.add(answer.article)
        reader.add(answer.definition)
        reader.readTopics(in: answer.root["Results"], under: answer.heading, of: answer)
        var related: [String] = []
        reader.readTopics(in: answer.root["RelatedTopics"], under: nil, of: answer) {
            related.append($0.query)
        }
        if reader.isEmpty { answer.lacks.forEach { reader.note(missing: $0) } }
        var page = try reader.page()
        page.related = RelatedQueries(related)
        // The answer to the same words contains other items, too.
        if case .details(let item) = request { page.drafts.removeAll { $0.localID != item.local } }
        return .page(page)
    }

    /// Credits the source, and DuckDuckGo with the page that shows the same results.
    public func attribution(for draft: Draft) -> Attribution {
        var credit = info.attribution(for: draft)
        let results = DuckDuckGoID(draft.localID)?.resultPage ?? info.site
        if draft.via == nil { credit.source = NamedLink(info.name, results) }
        credit.serviceLine = NamedLink("Results from DuckDuckGo", results)
        return credit
    }

    /// Returns the words to search for. The id of an item contains the words that found it.
    private func words(of request: ProviderRequest) throws(ProviderError) -> String {
        switch request {
        case .search(let query, _): return context.map { "\(query.text) \($0)" } ?? query.text
        case .details(let item):
            if let id = DuckDuckGoID(item.local) { return id.words }
            throw .unanswerable(
                "“\(item)” is not an item of DuckDuckGo; its IDs look like duckduckgo:owl~article.")
        case .browse, .download: throw .unsupported(request, by: info)
        }
    }
}
