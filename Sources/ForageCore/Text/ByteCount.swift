/// A number of bytes for display: `512 B`, `1.4 MB`.
package struct ByteCount: Hashable, Sendable, CustomStringConvertible {
    private let count: Int

    package init(_ count: Int) { self.count = count }

    /// Reads `500k`, `20M`, `1.5G` or a plain number; nil for anything else.
    package static func read(_ text: String) -> Int? {
        let units: [(Character, Double)] = [("k", 1e3), ("m", 1e6), ("g", 1e9)]
        let unit = units.first { text.lowercased().last == $0.0 }
        guard let number = Double(unit == nil ? text : String(text.dropLast())), number > 0,
            number * (unit?.1 ?? 1) < 1e15
        else { return nil }
        return Int(number * (unit?.1 ?? 1))
    }

    package var description: String {
        var (amount, units) = (Double(count), ["B", "kB", "MB", "GB", "TB"][...])
        while amount >= 999.5, units.count > 1 {
            amount /= 1_000
            units = units.dropFirst()
        }
        let tenths = (amount * 10).rounded() / 10
        return (units.first == "B" || tenths >= 100 ? "\(Int(amount.rounded()))" : "\(tenths)") + " "
            + (units.first ?? "B")
    }
}

extension Int {
    /// Returns the number with a noun: `1 item`, `2 items`.
    package func of(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}

extension Int {
    /// Returns the number with at least this many digits, padded with zeros.
    package func written(in width: Int) -> String {
        let digits = "\(self)"
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

extension Double {
    /// The number, without a fraction if it is whole: `24`, `0.5`.
    package var shortest: String { Int(exactly: self).map(String.init) ?? description }
}

extension Double {
    /// Reads a number in ordinary notation: `2.5`, but not `0x5` or `nan`.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }) else { return nil }
        self.init(String(text))
    }
}
