package import ForageCore

/// Which things are the same, where two are that share a key and, step by step, all that hang together.
package struct Duplicates {
    /// For each thing the number of the group of all that are the same, from 0 in the order they are met.
    package let groups: [Int]
    /// How many groups there are.
    package let count: Int

    /// Compares things by their keys.
    package init(_ keys: [[String]]) {
        var forest = Forest(count: keys.count)
        var owners: [String: Int] = [:]
        owners.reserveCapacity(keys.count * 2)
        for (place, keys) in keys.enumerated() {
            for key in keys {
                let owner = owners[key, default: place]
                if owner == place { owners[key] = place } else { forest.join(place, owner) }
            }
        }
        (groups, count) = forest.numbered()
    }
}

/// Trees whose things are the same; the first of them is the root.
private struct Forest {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (root(of: one), root(of: other))
        parents[max(one, other)] = min(one, other)
    }

    /// Follows the chain to its end, halving it on the way so that chains stay short.
    private mutating func root(of place: Int) -> Int {
        var place = place
        while parents[place] != place {
            parents[place] = parents[parents[place]]
            place = parents[place]
        }
        return place
    }

    /// The number of its tree for each thing; a root comes before whatever hangs on it.
    mutating func numbered() -> (numbers: [Int], count: Int) {
        var numbers: [Int] = []
        numbers.reserveCapacity(parents.count)
        var count = 0
        for place in parents.indices {
            let root = root(of: place)
            if root == place {
                numbers.append(count)
                count += 1
            } else {
                numbers.append(numbers[root])
            }
        }
        return (numbers, count)
    }
}

extension Item {
    /// What tells that two items are the same: the address of its page, of its original file, and of a photo the
    /// pictures themselves, where their addresses tell what they show. An item that has no page of its own is the
    /// same as no other by its page.
    ///
    /// The keys are for comparing only; what is shown is the address as the source gave it.
    package var duplicateKeys: [String] {
        var keys = pageKeys
        appendFileKeys(to: &keys)
        appendPictureKeys(to: &keys)
        return keys
    }

    /// The keys of its pages.
    var pageKeys: [String] {
        // By their places: sources and files are large, and copying them takes longer than comparing them.
        sources.indices.map { place in
            sources[place].hasOwnPage ? sources[place].pageURL.duplicateKey : sources[place].id.description
        }
    }

    /// The keys of its original files.
    var fileKeys: [String] { made { appendFileKeys(to: &$0) } }

    /// The keys of what its files show.
    var pictureKeys: [String] { made { appendPictureKeys(to: &$0) } }

    private func made(_ append: (inout [String]) -> Void) -> [String] {
        var keys: [String] = []
        append(&keys)
        return keys
    }

    private func appendFileKeys(to keys: inout [String]) {
        for place in renditions.indices where renditions[place].role == .original {
            keys.append(renditions[place].url.duplicateKey)
        }
    }

    /// Only photos: other kinds of items may borrow a picture.
    private func appendPictureKeys(to keys: inout [String]) {
        guard kind == .photo else { return }
        for place in renditions.indices {
            guard let key = renditions[place].url.pictureKey, renditions[place].isPicture, !keys.contains(key)
            else { continue }
            keys.append(key)
        }
    }
}

extension WebURL {
    /// The address without what does not tell pages apart: the scheme, `www.`, slashes at the end of
    /// the path, the order of parameters and those that only follow people around, an empty query or fragment,
    /// and escapes of what needs none.
    package var duplicateKey: String {
        plainDuplicateKey
            ?? "\(origin.nameWithoutPrefix)\(AddressParts(PercentEncoding.regular(pathAndQuery)))"
    }

    /// The key of an address that has no port, no escapes, no query and no fragment, as most have not: a piece of it.
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

/// The parts of an address behind its origin, without what does not tell pages apart.
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
