internal import ForageCore
internal import Unsplash

/// Holds the provider to its promises on whatever libFuzzer makes of the samples.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = Array(UnsafeBufferPointer(start: start, count: count))
    guard let query = try? Query("barn owl") else { return 0 }
    let page = PageRequest(size: 30, cursor: "2")
    let requests: [ProviderRequest] = [
        .search(query, page), .browse(Browse(), page), .details(ItemID(provider: "unsplash", local: "a")),
    ]
    for request in requests { checkPage(read(Response(body: body), for: request)) }
    checkHeaders(String(decoding: body.prefix(200), as: UTF8.self))
    for status in [401, 403, 429, 500] {
        precondition(provider.refusal(in: Response(status: status, body: body)) != nil)
    }
    return 0
}

private let provider = UnsplashProvider()

private func read(_ response: Response, for request: ProviderRequest) -> Page? {
    guard case .page(let page) = try? provider.decode(response, for: request) else { return nil }
    return page
}

/// No id is given twice, the list goes forwards, and every photo can be credited.
private func checkPage(_ page: Page?) {
    guard let page else { return }
    precondition(Set(page.drafts.map(\.localID)).count == page.drafts.count)
    precondition(page.next.map { Int($0).map { $0 > 2 } ?? false } ?? true)
    page.drafts.forEach(checkItem)
}

/// An item can be built, its credit cannot be broken out of, and a key for it goes to the service alone.
private func checkItem(_ draft: Draft) {
    let credit = provider.attribution(for: draft)
    guard let item = Item(draft, credit: credit, from: "unsplash") else {
        preconditionFailure("a draft is no item")
    }
    precondition(!credit.html.contains("<script") && !draft.renditions.isEmpty)
    guard let endpoint = try? provider.endpoint(for: .download(item)) else { return }
    guard case .web(let url) = endpoint.target else { preconditionFailure("a download is no file") }
    precondition(url.text.hasPrefix("https://api.unsplash.com/"))
}

/// A list that headers tell the length of never leads back. The headers are the lines of the text.
private func checkHeaders(_ text: String) {
    let photos = #"[{"id":"a","urls":{"raw":"https://images.unsplash.com/a"}}]"#
    guard let query = try? Query("owl") else { return }
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    let headers: [Headers] = [
        ["Link": text, "X-Total": text],
        ["X-Total": lines[0], "X-Per-Page": lines.dropFirst().first ?? "1", "Link": lines.last ?? ""],
    ]
    let page = PageRequest(size: 30, cursor: "2")
    for headers in headers {
        let found = Response(headers: headers, body: Array(#"{"results":\#(photos)}"#.utf8))
        checkPage(read(found, for: .search(query, page)))
        checkPage(read(Response(headers: headers, body: Array(photos.utf8)), for: .browse(Browse(), page)))
    }
}
