internal import ForageCore
internal import JSON

/// A plan for requesting the next page of a list.
struct PagingPlan: Sendable {
    let manner: Manner
    /// The number of the first page or item.
    let first: Int
    /// The cursor of the first page; nil if the first page has none.
    let firstCursor: String?
    /// Where the next cursor, or the address of the next page, is in an answer.
    let next: ValuePlan?
    let pages: ValuePlan?

    enum Manner: String, Sendable, CaseIterable {
        case page, offset, cursor, link
        /// By the list of IDs, of which each page takes some.
        case ids
    }

    /// The position of a page in the list.
    struct Place {
        var number: Int?
        var cursor: String?
        /// The address of the page, if the service stated it.
        var address: WebURL?
    }

    /// Returns the position that the cursor of a request describes.
    func place(_ request: PageRequest, of info: ProviderInfo) throws(ProviderError) -> Place {
        guard let cursor = request.cursor else {
            return Place(
                number: manner == .page || manner == .offset ? first : nil, cursor: firstCursor)
        }
        switch manner {
        case .cursor: return Place(cursor: cursor)
        case .ids: return Place(number: try request.number(in: 0...(.max), of: info))
        case .page, .offset: return Place(number: try request.number(in: first...(.max), of: info))
        case .link:
            if let url = WebURL(cursor), info.origins.contains(url.origin) { return Place(address: url) }
        }
        throw .unanswerable("\(cursor.quoted) is not a page of \(info.name).")
    }

    /// Returns the cursor of the next page; nil at the end.
    ///
    /// - Parameters:
    ///   - request: The request for the current page, whose size is at most the service's maximum.
    ///   - response: The answer.
    ///   - scope: The content of the answer.
    ///   - count: The number of records in the answer.
    ///   - total: The total number of records.
    ///   - info: The description of the provider.
    /// - Returns: The cursor, such as a number or an address.
    func next(
        after request: PageRequest, _ response: Response, _ scope: AnswerScope, count: Int, total: Int?,
        of info: ProviderInfo
    ) -> String? {
        let number = request.cursor.flatMap { Int($0) } ?? first
        switch manner {
        // If the service states the next page itself, an empty page need not be the last.
        case .page where count == 0, .offset where count == 0: return nil
        case .ids: return nil
        case .page: return nextPage(after: number, scope, size: request.size, total: total)
        case .offset:
            let (next, overflow) = number.addingReportingOverflow(count)
            return overflow || total.map { next - first >= $0 } ?? false ? nil : "\(next)"
        case .cursor:
            let asked = request.cursor ?? firstCursor
            return next?.text(scope).flatMap { $0 == asked ? nil : $0 }
        case .link:
            return nextAddress(response, scope, of: info).flatMap {
                $0.text == request.cursor ? nil : $0.text
            }
        }
    }

    private func nextPage(after number: Int, _ scope: AnswerScope, size: Int, total: Int?) -> String? {
        guard number < Self.greatestPageNumber else { return nil }
        let seen = (number - first + 1).multipliedReportingOverflow(by: size)
        if let total, seen.overflow || seen.partialValue >= total { return nil }
        if let pages = pages?.integer(scope), number - first + 1 >= pages { return nil }
        return "\(number + 1)"
    }

    /// Returns the address of the next page, from the answer or its header, if its host is listed.
    private func nextAddress(
        _ response: Response, _ scope: AnswerScope, of info: ProviderInfo
    ) -> WebURL? {
        let header = response.headers["Link"].flatMap { LinkRelations($0)["next"] }.map(String.init)
        guard let link = next == nil ? header : next?.text(scope) else { return nil }
        let url = response.url?.resolving(link) ?? WebURL(link)
        return url.flatMap { info.origins.contains($0.origin) ? $0 : nil }
    }

    private static let greatestPageNumber = 1_000_000
}
