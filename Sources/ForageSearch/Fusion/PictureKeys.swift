package import ForageCore

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
