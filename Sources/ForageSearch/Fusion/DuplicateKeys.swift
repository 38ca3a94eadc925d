package import ForageCore

extension Item {
    /// What tells that two items are the same: the address of its page, and of its original file. An item
    /// that has no page of its own is the same as no other.
    ///
    /// The keys are for comparing only; what is shown is the address as the source gave it.
    package var duplicateKeys: Set<String> {
        let originals = renditions.filter { $0.role == .original }.map(\.url)
        let pages = sources.map { $0.hasOwnPage ? $0.pageURL.duplicateKey : $0.id.description }
        return Set(pages + originals.map(\.duplicateKey))
    }
}

extension WebURL {
    /// The address without what does not tell pages apart: the scheme, `www.`, slashes at the end of
    /// the path, parameters that only follow people around, and an empty query or fragment.
    package var duplicateKey: String {
        let address = origin.description.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        let hasPrefix = address.starts(with: "www.".utf8)
        var key = String(Substring(hasPrefix ? address.dropFirst(4) : address))
        let parts = AddressParts(pathAndQuery)
        key += parts.path
        if !parts.query.isEmpty { key += "?" + parts.query }
        if !parts.fragment.isEmpty { key += "#" + parts.fragment }
        return key
    }
}

/// The parts of an address behind its origin, without what does not tell pages apart.
private struct AddressParts {
    let path: String
    let query: String
    let fragment: String

    init(_ pathAndQuery: String) {
        let bytes = pathAndQuery.utf8
        let beforeFragment = bytes.prefix { $0 != UInt8(ascii: "#") }
        var path = beforeFragment.prefix { $0 != UInt8(ascii: "?") }
        let query = beforeFragment[path.endIndex...].dropFirst()
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        self.path = String(Substring(path))
        self.query = query.split(separator: UInt8(ascii: "&"))
            .map { String(Substring($0)) }
            .filter { !Self.isTracking($0) }
            .joined(separator: "&")
        fragment = String(Substring(bytes[beforeFragment.endIndex...].dropFirst()))
    }

    private static func isTracking(_ parameter: String) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return name.hasPrefix("utm_") || trackingNames.contains(name)
    }

    private static let trackingNames: Set<String> = [
        "_ga", "dclid", "fbclid", "gbraid", "gclid", "igshid", "mc_cid", "mc_eid", "msclkid", "ref_src",
        "srsltid", "wbraid", "yclid",
    ]
}
