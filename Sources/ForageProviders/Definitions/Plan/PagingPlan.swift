internal import ForageCore
internal import JSON

/// How one gets from page to page.
struct PagingPlan: Sendable {
    let manner: Manner
    /// The number of the first page or item.
    let first: Int
    let next: ValuePlan?
    let pages: ValuePlan?

    enum Manner: String, Sendable, CaseIterable {
        case page, offset, cursor, link
    }

    /// Where in the list a page is.
    struct Place {
        var number: Int?
        var cursor: String?
        /// The address that the service itself named.
        var address: WebURL?
    }

    /// Reads the provider's own word for a page.
    func place(_ request: PageRequest, of info: ProviderInfo) throws(ProviderError) -> Place {
        guard let cursor = request.cursor else {
            return Place(number: manner == .page || manner == .offset ? first : nil)
        }
        switch manner {
        case .cursor: return Place(cursor: cursor)
        case .page, .offset: return Place(number: try request.number(in: first...(.max), of: info))
        case .link:
            if let url = WebURL(cursor), info.origins.contains(url.origin) { return Place(address: url) }
        }
        throw .unanswerable("\(cursor.quoted) is not a page of \(info.name).")
    }

    /// The provider's own word for the page after this one; nil at the end.
    ///
    /// - Parameters:
    ///   - request: The page that was asked for, no larger than the service gives.
    ///   - response: The answer.
    ///   - scope: What it holds.
    ///   - count: How many records it has.
    ///   - total: How many there are in all.
    ///   - info: What the provider says of itself.
    /// - Returns: The word, such as a number or an address.
    func next(
        after request: PageRequest, _ response: Response, _ scope: AnswerScope, count: Int, total: Int?,
        of info: ProviderInfo
    ) -> String? {
        let number = request.cursor.flatMap { Int($0) } ?? first
        switch manner {
        // Where the service itself says how it goes on, a page may be empty that is not the last.
        case .page where count == 0, .offset where count == 0: return nil
        case .page: return nextPage(after: number, scope, size: request.size, total: total)
        case .offset:
            let (next, overflow) = number.addingReportingOverflow(count)
            return overflow || total.map { next - first >= $0 } ?? false ? nil : "\(next)"
        case .cursor: return next?.text(scope).flatMap { $0 == request.cursor ? nil : $0 }
        case .link:
            return nextAddress(response, of: info).flatMap { $0.text == request.cursor ? nil : $0.text }
        }
    }

    private func nextPage(after number: Int, _ scope: AnswerScope, size: Int, total: Int?) -> String? {
        guard number < Self.greatestPageNumber else { return nil }
        let seen = (number - first + 1).multipliedReportingOverflow(by: size)
        if let total, seen.overflow || seen.partialValue >= total { return nil }
        if let pages = pages?.integer(scope), number - first + 1 >= pages { return nil }
        return "\(number + 1)"
    }

    private func nextAddress(_ response: Response, of info: ProviderInfo) -> WebURL? {
        guard let header = response.headers["Link"], let link = LinkRelations(header)["next"] else {
            return nil
        }
        let url = response.url?.resolving(String(link)) ?? WebURL(String(link))
        return url.flatMap { info.origins.contains($0.origin) ? $0 : nil }
    }

    private static let greatestPageNumber = 1_000_000
}
