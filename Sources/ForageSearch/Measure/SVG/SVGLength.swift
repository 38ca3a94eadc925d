/// A length as the root of an SVG states it: `24`, `2.5cm`.
public struct SVGLength: Hashable, Sendable {
    /// The number; zero or more.
    public let value: Double
    /// What is counted.
    public let unit: Unit
    /// The length in pixels, 96 to the inch.
    public let pixels: Double

    /// A unit of length, named as it is written.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// No unit, which means pixels.
        case none = ""
        case px, `in`, cm, mm
        /// A quarter of a millimetre.
        case q = "Q"
        case pt, pc
        /// The height of the letters.
        case em, rem
        /// Half of an ``em``, as far as anyone knows without the font.
        case ex, ch
    }
}

extension SVGLength.Unit {
    /// The unit of this name, whatever its case.
    init?(_ name: ArraySlice<UInt8>) {
        guard name.count <= 3 else { return nil }
        let code = Self.code(name)
        guard let place = Self.codes.indices.first(where: { Self.codes[$0] == code }) else { return nil }
        self = Self.allCases[place]
    }

    /// In no array, since two threads would count their uses of it in one place.
    private static let codes = InlineArray<12, UInt32> { code(allCases[$0].rawValue.utf8) }

    /// The letters of a name as one number, all of them small.
    private static func code(_ name: some Sequence<UInt8>) -> UInt32 {
        name.reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
    }

    /// How many pixels one is.
    func pixels(fontSize: Double) -> Double {
        switch self {
        case .none, .px: 1
        case .in: 96
        case .cm: 96 / 2.54
        case .mm: 96 / 25.4
        case .q: 96 / 101.6
        case .pt: 96.0 / 72
        case .pc: 16
        case .em, .rem: fontSize
        case .ex, .ch: fontSize / 2
        }
    }
}
