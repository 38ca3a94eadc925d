internal import ForageCore

/// The links of a page in Markdown whose addresses are elsewhere on it: `[Ada]` and `[Ada][1]`, with a line `[1]: https://…`.
enum LinkReferences {
    /// Returns lines in which each such link has its address, without those lines that only state one.
    static func resolved(in lines: [Substring]) -> [Substring] {
        var addresses: [String: Substring] = [:]
        let others = lines.filter { line in
            guard let (label, address) = definition(line) else { return true }
            addresses[label.lowercased()] = addresses[label.lowercased()] ?? address
            return false
        }
        return addresses.isEmpty ? lines : others.map { resolved($0, addresses) }
    }

    private static func definition(_ line: Substring) -> (label: Substring, address: Substring)? {
        let line = line.trimmingWhitespace()
        guard line.hasPrefix("["), let end = line.firstRange(of: "]:") else { return nil }
        let address = line[end.upperBound...].trimmingWhitespace().prefix { !$0.isWhitespace }
        return address.contains("://") ? (line[..<end.lowerBound].dropFirst(), address) : nil
    }

    private static func resolved(_ line: Substring, _ addresses: [String: Substring]) -> Substring {
        var (result, rest) = ("", line)
        while let start = rest.firstIndex(of: "[") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: "]") else { break }
            let words = rest[..<end].dropFirst()
            let after = rest[end...].dropFirst()
            let label = after.hasPrefix("[") ? after.dropFirst().prefix { $0 != "]" } : ""
            let address = addresses[label.isEmpty ? words.lowercased() : label.lowercased()]
            if let address, !after.hasPrefix("(") {
                result += "[\(words)](\(address))"
                rest = after.hasPrefix("[") ? after.dropFirst(label.count + 2) : after
            } else {
                result += rest[..<after.startIndex]
                rest = after
            }
        }
        return Substring(result + rest)
    }
}
