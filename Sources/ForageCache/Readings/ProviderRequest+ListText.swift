internal import ForageCore

extension ProviderRequest {
    /// All that is asked for; nil for what is no list, of which no reading is kept.
    var listText: String? {
        switch self {
        case .search(let query, let page):
            "search \(query.text)\n\(query.order.rawValue) \(query.limit) \(query.filters.text)\n\(page.text)"
        case .browse(let browse, let page):
            "browse \(browse.day?.description ?? "")\n\(browse.filters.text)\n\(page.text)"
        case .details, .download: nil
        }
    }
}

extension [Filter] {
    fileprivate var text: String { map(\.description).joined(separator: " ") }
}

extension PageRequest {
    fileprivate var text: String { "\(size) \(cursor ?? "")" }
}
