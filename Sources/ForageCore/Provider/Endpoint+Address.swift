extension Endpoint {
    /// The address with its query but without the items that hold a key; nil for a file, and if it is too long.
    package var openAddress: WebURL? {
        guard case .web(let url) = target else { return nil }
        let items = query.compactMap(\.openText)
        if items.isEmpty { return url }
        let text = url.text.prefix { $0 != "#" }
        return WebURL(text + (text.contains("?") ? "&" : "?") + items.joined(separator: "&"))
    }
}

extension Endpoint.Field {
    /// Name and value as they stand in an address; nil for a field that holds a key.
    fileprivate var openText: String? {
        var text = PercentEncoding.encode(name) + "="
        for piece in value {
            guard case .text(let part) = piece else { return nil }
            text += PercentEncoding.encode(part)
        }
        return text
    }
}
