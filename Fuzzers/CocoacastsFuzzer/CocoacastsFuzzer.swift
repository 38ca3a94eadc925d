internal import Cocoacasts
internal import ForageCore

/// Holds the provider to its promises on whatever libFuzzer makes of the samples.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = Array(UnsafeBufferPointer(start: start, count: count))
    let page = read(body)
    checkIDs(page)
    page?.drafts.forEach(checkItem)
    _ = provider.refusal(in: Response(status: 401, body: body))
    return 0
}

private let provider = CocoacastsProvider()

private func read(_ body: [UInt8]) -> Page? {
    let request = ProviderRequest.browse(Browse(), PageRequest(size: 30))
    guard case .page(let page) = try? provider.decode(Response(body: body), for: request) else { return nil }
    return page
}

/// No id is given twice, each can be printed and read back, and no page of an episode's own is another's too.
private func checkIDs(_ page: Page?) {
    guard let page else { return }
    precondition(Set(page.drafts.map(\.localID)).count == page.drafts.count)
    for draft in page.drafts {
        let id = ItemID(provider: "cocoacasts", local: draft.localID)
        precondition(ItemID(id.description) == id)
    }
    let pages = page.drafts.map(\.page).filter { $0.path != "/" }
    precondition(Set(pages).count == pages.count)
}

/// An item can be built, its texts are on one line, and its credit names somebody.
private func checkItem(_ draft: Draft) {
    let credit = provider.attribution(for: draft)
    precondition(Item(draft, credit: credit, from: "cocoacasts") != nil)
    precondition(draft.summary.map { !$0.isEmpty && !$0.contains("\n") } ?? true)
    precondition(credit.source.name == "Cocoacasts" && !credit.html.contains("<script"))
}
