internal import DuckDuckGo
internal import ForageCore

/// Holds the provider to its promises on whatever libFuzzer makes of the samples.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = Array(UnsafeBufferPointer(start: start, count: count))
    guard let query = try? Query("barn owl") else { return 0 }
    let page = read(body, for: .search(query, PageRequest(size: 30)))
    checkIDs(page, in: body)
    page?.drafts.forEach(checkItem)
    return 0
}

private let provider = DuckDuckGoProvider()

private func read(_ body: [UInt8], for request: ProviderRequest) -> Page? {
    guard case .page(let page) = try? provider.decode(Response(body: body), for: request) else { return nil }
    return page
}

/// No id is given twice, and one leads back to its item.
private func checkIDs(_ page: Page?, in body: [UInt8]) {
    guard let page else { return }
    precondition(Set(page.drafts.map(\.localID)).count == page.drafts.count)
    guard let draft = page.drafts.last else { return }
    let id = ItemID(provider: "duckduckgo", local: draft.localID)
    precondition(ItemID(id.description) == id)
    precondition(read(body, for: .details(id))?.drafts == [draft])
}

/// An item can be built, and its credit names somebody.
private func checkItem(_ draft: Draft) {
    let credit = provider.attribution(for: draft)
    precondition(Item(draft, credit: credit, from: "duckduckgo") != nil)
    precondition(!credit.source.name.isEmpty && credit.serviceLine != nil)
    precondition(!credit.html.contains("<script"))
}
