/// A short text that describes a blurred picture: its mean colour and its coarsest frequency components.
public struct BlurHash: Hashable, Sendable, CustomStringConvertible {
    /// The BlurHash text.
    public let description: String

    /// Checks a text from outside; nil if it is not a valid BlurHash.
    public init?(_ text: String) {
        let bytes = text.utf8.span
        guard bytes.count >= 6, bytes.count <= 166, bytes.allSatisfy({ Self.digit($0) != nil }) else {
            return nil
        }
        description = text
        let size = number(0..<1)
        guard size < 81, bytes.count == 4 + 2 * columns * rows, number(2..<6) <= 0xff_ffff else { return nil }
        for place in 1..<columns * rows where number(letters(of: place)) >= 19 * 19 * 19 { return nil }
    }

    /// The number of horizontal components, including the constant one.
    private var columns: Int { number(0..<1) % 9 + 1 }
    /// The number of vertical components, including the constant one.
    private var rows: Int { number(0..<1) / 9 + 1 }

    private func letters(of place: Int) -> Range<Int> { 4 + 2 * place..<6 + 2 * place }

    /// The number encoded by the letters at these positions.
    private func number(_ places: Range<Int>) -> Int {
        let bytes = description.utf8.span
        return places.reduce(0) { $0 * 83 + Int(Self.digit(bytes[$1]) ?? 0) }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        let digit = digits[Int(byte)]
        return digit < 83 ? digit : nil
    }

    private static let digits: [UInt8] = {
        var digits = [UInt8](repeating: 83, count: 256)
        for (place, letter) in alphabet.enumerated() { digits[Int(letter)] = UInt8(place) }
        return digits
    }()

    /// The digits of base 83, in order of value.
    static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
}
