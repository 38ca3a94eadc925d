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
    package var columns: Int { number(0..<1) % 9 + 1 }
    /// How many there are from top to bottom.
    package var rows: Int { number(0..<1) / 9 + 1 }

    /// The mean colour as screens show it: how much red, green and blue there is, from 0 to 255.
    package var mean: SIMD3<Int> {
        let bits = number(2..<6)
        return SIMD3(bits >> 16, bits >> 8 & 255, bits & 255)
    }

    /// How strong each wave is in red, green and blue, by rows; the flat one counts as 0.
    package var waves: [SIMD3<Double>] {
        let greatest = Double(number(1..<2) + 1) / 166
        return (0..<columns * rows).map { place in
            guard place > 0 else { return .zero }
            let levels = number(letters(of: place))
            let level = SIMD3(Double(levels / 361), Double(levels / 19 % 19), Double(levels % 19))
            let root = (level - 9) / 9
            return root * root.replacing(with: -root, where: root .< 0) * greatest
        }
    }

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
    static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
}
