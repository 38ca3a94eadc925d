internal import HTTPServer

/// Under which names the gallery may be asked for.
///
/// Whoever has a name of their own lead to this machine could else have a browser read everything here for their page.
/// A number leads nowhere but to itself, so where others may come every number will do.
struct HostRule: Sendable {
    private let names: Set<String>
    private let allowsNumbers: Bool

    /// - Parameters:
    ///   - host: The numeric address that is listened on.
    ///   - isShared: Whether others than this machine can come.
    ///   - others: Further names.
    init(listeningOn host: String, isShared: Bool = false, or others: [String] = []) {
        let own = ["localhost", "127.0.0.1", "[::1]", host.contains(":") ? "[\(host)]" : host]
        names = Set(own + others.map { $0.lowercased() })
        allowsNumbers = isShared
    }

    func check(_ headers: HTTPFields) throws(Problem) {
        let given = headers.values(of: "Host")
        guard given.count == 1, let name = Self.name(in: given[0]),
            names.contains(name) || allowsNumbers && Self.isNumber(name)
        else {
            throw Problem(403, "The gallery is not to be had under this name: open the address it printed.")
        }
    }

    private static func isNumber(_ name: String) -> Bool {
        if name.hasPrefix("[") {
            return name.dropFirst().dropLast().allSatisfy {
                $0.isHexDigit && $0.isASCII || $0 == ":" || $0 == "."
            }
        }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.allSatisfy { $0.utf8.count <= 3 && UInt8($0) != nil }
    }

    /// The name without a port, which a tunnel may have changed.
    private static func name(in host: String) -> String? {
        let host = host.lowercased()
        let bytes = host.utf8
        let isBracketed = bytes.first == UInt8(ascii: "[")
        guard
            let end = isBracketed
                ? bytes.firstIndex(of: UInt8(ascii: "]")).map(bytes.index(after:))
                : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        else { return nil }
        let port = bytes[end...]
        let isPort =
            port.first == UInt8(ascii: ":")
            && port.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return port.isEmpty || isPort ? String(host[..<end]) : nil
    }
}
