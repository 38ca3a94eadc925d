internal import ForageCore
internal import ForageProviders

/// Reads whatever libFuzzer makes of the samples as a definition and as a feed.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    readDefinition(bytes)
    checkPage(page(of: Response(body: bytes), by: talk, for: .browse(Browse(), PageRequest(size: 30))))
    return 0
}

/// One that is taken asks nobody who is not declared, and what it reads is whole.
private func readDefinition(_ bytes: [UInt8]) {
    guard let definition = try? Definition(bytes, at: "fuzzed.json"), let query = try? Query("barn owl")
    else {
        return
    }
    let provider = DefinedProvider(definition)
    precondition((provider.fault == nil) == ((try? definition.check()) != nil), "it is refused now and then")
    let page = PageRequest(size: 30, cursor: "2")
    let item = ItemID(provider: provider.info.id, local: "../a b?c#d")
    let requests: [ProviderRequest] = [.search(query, page), .browse(Browse(), page), .details(item)]
    for request in requests {
        checkTarget(try? provider.endpoint(for: request), of: provider.info)
        checkPage(DefinitionFuzzer.page(of: Response(body: answer), by: provider, for: request))
    }
}

private func checkTarget(_ endpoint: Endpoint?, of info: ProviderInfo) {
    guard let endpoint else { return }
    guard case .web(let url) = endpoint.target else { preconditionFailure("a definition reads no files") }
    precondition(info.origins.contains(url.origin), "a host is asked that is not declared")
    precondition(endpoint.keyNames.isSubset(of: info.keys.map(\.name)))
}

private func page(of response: Response, by provider: DefinedProvider, for request: ProviderRequest) -> Page?
{
    guard case .page(let page) = try? provider.decode(response, for: request) else { return nil }
    for draft in page.drafts {
        let credit = provider.attribution(for: draft)
        precondition(!credit.html.contains("<script"))
    }
    return page
}

private func checkPage(_ page: Page?) {
    guard let page else { return }
    precondition(Set(page.drafts.map(\.localID)).count == page.drafts.count, "an id is given twice")
    precondition(page.drafts.allSatisfy { !$0.localID.isEmpty })
}

private let answer = Array(
    #"{"count":3,"works":[{"id":7,"title":"<b>Owl</b>","url":"https://museum.example/7","by":["A",null,{}],"w":-1},{}]}"#
        .utf8)

/// A provider that reads feeds.
private let talk: DefinedProvider = {
    let text = """
        {"$schema": "urn:forage:definition:1",
        "about": {"id": "talk", "name": "Talk", "summary": "Talks", "site": "https://talk.example/",
        "kinds": ["episode"], "hosts": ["https://talk.example"]},
        "format": "feed", "browse": {"url": "https://talk.example/feed"},
        "item": {"id": "/guid", "title": "/title", "page": "/link"},
        "samples": [{"request": {"browse": "latest"},
        "body": "<rss><channel><item><guid>1</guid><title>A</title><link>https://talk.example/1</link></item></channel></rss>",
        "items": [{"id": "1", "title": "A", "page": "https://talk.example/1"}]}]}
        """
    guard let definition = try? Definition(Array(text.utf8), at: "talk.json") else {
        preconditionFailure("the feed's definition is wrong")
    }
    return DefinedProvider(definition)
}()
