/// A picture in a few letters: its mean colour, and the coarsest of the waves of light that it is made of.
public struct BlurHash: Hashable, Sendable, CustomStringConvertible {
    /// The letters.
    public let description: String

    /// Checks a text from outside; nil for what is no such picture.
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

    /// How many waves there are from side to side, with one that is flat.
    private var columns: Int { number(0..<1) % 9 + 1 }
    /// How many there are from top to bottom.
    private var rows: Int { number(0..<1) / 9 + 1 }

    private func letters(of place: Int) -> Range<Int> { 4 + 2 * place..<6 + 2 * place }

    /// The number that letters at these places are.
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

    /// The letters that numbers are written in, by what each is worth.
    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
}
