internal import Flickr
internal import ForageCore

/// Holds the provider to its promises on whatever libFuzzer makes of the samples.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let response = Response(body: Array(UnsafeBufferPointer(start: start, count: count)))
    _ = provider.refusal(in: response)
    for request in requests { check(read(response, for: request)) }
    return 0
}

private let provider = FlickrProvider()

private let requests: [ProviderRequest] = [
    .browse(Browse(), PageRequest(size: 30)), .details(ItemID(provider: "flickr", local: "1")),
]

/// The page that an answer leads to, when the same answer comes to every further request.
private func read(_ response: Response, for request: ProviderRequest) -> Page? {
    var response = response
    while let step = try? provider.decode(response, for: request) {
        switch step {
        case .page(let page): return page
        case .more(let endpoints):
            precondition(response.following.isEmpty && (1...2).contains(endpoints.count))
            let answer = Response(body: response.body)
            response.following = endpoints.map { _ in answer }
        }
    }
    return nil
}

/// No id is given twice, an item can be built of each, and its credit lets no name out.
private func check(_ page: Page?) {
    guard let page else { return }
    precondition(Set(page.drafts.map(\.localID)).count == page.drafts.count)
    for draft in page.drafts {
        let credit = provider.attribution(for: draft)
        precondition(Item(draft, credit: credit, from: "flickr") != nil)
        precondition(credit.serviceLine != nil && !credit.html.contains("<script"))
        precondition(draft.page.host == "www.flickr.com")
    }
    if let next = page.next { precondition(Int(next) == 2) }
}
