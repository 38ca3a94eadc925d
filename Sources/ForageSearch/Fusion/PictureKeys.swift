package import ForageCore

/// Tells which picture a file shows, whatever its size, at the hosts whose services say how.
package struct PictureKeys: Sendable {
    private let addresses: [Substring: [PictureAddresses]]

    /// Collects what services say of their addresses; of several that name one picture the first counts.
    package init(_ addresses: [PictureAddresses] = []) {
        self.addresses = Dictionary(grouping: addresses) { $0.host[...] }
    }

    /// The key of the picture at an address; nil where no service says how to tell.
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
    /// The name of the host above this one.
    fileprivate var withoutFirstLabel: Substring {
        Substring(utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst())
    }
}
