internal import HTTPServer

/// Under which names the gallery may be asked for.
///
/// Whoever has a name of their own lead to this machine could else have a browser read everything here for their page.
struct HostRule: Sendable {
    private let names: Set<String>

    init(listeningOn host: String) {
        names = ["localhost", "127.0.0.1", "[::1]", host.contains(":") ? "[\(host)]" : host]
    }

    func check(_ headers: HTTPFields) throws(Problem) {
        let given = headers.values(of: "Host")
        guard given.count == 1, let name = Self.name(in: given[0]), names.contains(name) else {
            throw Problem(403, "The gallery is not to be had under this name: open the address it printed.")
        }
    }

    /// The name without a port, which a tunnel may have changed.
    private static func name(in host: String) -> String? {
        let isBracketed = host.hasPrefix("[")
        guard
            let end = isBracketed
                ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
        else { return isBracketed ? nil : host.lowercased() }
        let port = host[end...]
        guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isWholeNumber) else {
            return nil
        }
        return host[..<end].lowercased()
    }
}
