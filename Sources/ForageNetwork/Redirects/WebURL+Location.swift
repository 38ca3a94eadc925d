internal import ForageCore

extension WebURL {
    /// The address that a `Location` of an answer from here means.
    func target(ofLocation location: String) throws(FetchFailure) -> WebURL {
        let scheme = location.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        let isAbsolute = !scheme.isEmpty && location.dropFirst(scheme.count).first == ":"
        if isAbsolute, !["http", "https"].contains(scheme.lowercased()) {
            throw .notAllowed("\(host) redirects to an address of \(scheme), which is not followed")
        }
        guard let target = isAbsolute ? WebURL(location) : resolving(location) else {
            throw .broken("\(host) redirects to something that is not an address")
        }
        return target
    }

    /// The names of what follows the `?`.
    var queryNames: Set<String> {
        Set(queryItems.map { String($0.prefix { $0 != "=" }) }.map { PercentEncoding.decode($0) ?? $0 })
    }

    /// The address without some of what follows the `?`, and without its fragment.
    func dropping(_ isUnwanted: (Substring) -> Bool) -> WebURL? {
        let kept = queryItems.filter { !isUnwanted($0) }.joined(separator: "&")
        return WebURL(withoutQuery.text + (kept.isEmpty ? "" : "?" + kept))
    }

    private var queryItems: [Substring] {
        let address = text.prefix { $0 != "#" }
        guard let mark = address.firstIndex(of: "?") else { return [] }
        return address[address.index(after: mark)...].split(separator: "&")
    }
}
