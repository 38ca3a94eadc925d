/// A number of bytes as people read it: `512 B`, `1.4 MB`.
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
