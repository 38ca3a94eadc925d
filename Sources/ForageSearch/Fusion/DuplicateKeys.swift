package import ForageCore

/// The keys that identify duplicates: the addresses of an item's page and original file, and for photos also the
/// pictures, at hosts whose addresses identify a picture.
///
/// An item without its own page is never a duplicate by its page. The keys are only compared; the displayed address is
/// the one that the source gave.
package struct DuplicateKeys: Sendable {
    /// The keys of pages, then of files, then of pictures.
    package private(set) var all: [String] = []
    private var pageCount = 0
    private var fileEnd = 0

    package init(of item: Item, knowing pictures: PictureKeys = PictureKeys()) {
        // This loop uses indices, because sources and files are large and a copy takes longer than a comparison.
        all = item.sources.indices.map { place in
            item.sources[place].hasOwnPage
                ? item.sources[place].pageURL.duplicateKey : item.sources[place].id.description
        }
        pageCount = all.count
        for place in item.renditions.indices where item.renditions[place].role == .original {
            all.append(item.renditions[place].url.duplicateKey)
        }
        fileEnd = all.count
        // Items of other kinds may use a picture of another item.
        guard item.kind == .photo else { return }
        for place in item.renditions.indices where item.renditions[place].isPicture {
            guard let key = pictures.key(of: item.renditions[place].url), !all[fileEnd...].contains(key)
            else { continue }
            all.append(key)
        }
    }

    /// Returns the first shared key and its kind; nil if there is none.
    func shared(with other: DuplicateKeys) -> (key: String, reason: Explanation.Reason)? {
        guard let key = all.first(where: other.all.contains) else { return nil }
        let (reasons, otherReasons) = (reasons(of: key), other.reasons(of: key))
        return (key, reasons.first(where: otherReasons.contains) ?? .address)
    }

    private func reasons(of key: String) -> [Explanation.Reason] {
        all.indices.filter { all[$0] == key }.map { place in
            place < pageCount ? .page : place < fileEnd ? .file : .picture
        }
    }
}

extension WebURL {
    /// The address without parts that do not distinguish pages: the scheme, `www.`, slashes at the end of the path, the
    /// order of parameters, tracking parameters, an empty query or fragment, and unnecessary escapes.
    package var duplicateKey: String {
        plainDuplicateKey
            ?? "\(origin.nameWithoutPrefix)\(AddressParts(PercentEncoding.regular(pathAndQuery)))"
    }

    /// The key of an address without port, escapes, query or fragment, as most are: a substring of it.
    private var plainDuplicateKey: String? {
        let bytes = text.utf8.span
        let path = pathRange
        var start = isSecure ? 8 : 7
        guard path.upperBound == bytes.count,
            bytes.extracting(start..<path.lowerBound).allSatisfy({ $0 != UInt8(ascii: ":") }),
            bytes.extracting(path).allSatisfy({ $0 != UInt8(ascii: "%") })
        else { return nil }
        if bytes.holds("www.", at: start) { start += 4 }
        var end = bytes.count
        while end > start, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return bytes.extracting(start..<end).text
    }
}

/// The parts of an address after its origin, without those that do not distinguish pages.
private struct AddressParts: CustomStringConvertible {
    private let path: String
    private let query: String
    private let fragment: String

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
            .sorted().joined(separator: "&")
        fragment = String(Substring(bytes[beforeFragment.endIndex...].dropFirst()))
    }

    var description: String {
        path + (query.isEmpty ? "" : "?\(query)") + (fragment.isEmpty ? "" : "#\(fragment)")
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

extension Origin {
    /// The host and port without `www.`.
    fileprivate var nameWithoutPrefix: Substring {
        let name = description.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        return Substring(name.starts(with: "www.".utf8) ? name.dropFirst(4) : name)
    }
}

/// Identifies the picture that a file shows, whatever its size, at hosts with known address patterns.
package struct PictureKeys: Sendable {
    private let addresses: [Substring: [PictureAddresses]]

    /// Collects the address patterns of services; if several match a picture, the first is used.
    package init(_ addresses: [PictureAddresses] = []) {
        self.addresses = Dictionary(grouping: addresses) { $0.host[...] }
    }

    /// Returns the key of the picture at an address; nil if no pattern matches.
    package func key(of url: WebURL) -> String? {
        let host = url.host
        guard let known = addresses[host[...]] ?? addresses[host.withoutFirstLabel] else { return nil }
        for addresses in known {
            if let name = addresses.name(url) { return "\(addresses.host)/\(name)" }
        }
        return nil
    }
}

extension String {
    /// The parent domain of the host.
    fileprivate var withoutFirstLabel: Substring {
        Substring(utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst())
    }
}
