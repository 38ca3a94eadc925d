/// What sorts results: a whole number of trillionths (10⁻¹²).
///
/// Whole numbers add up to the same sum in any order, and what is printed of them adds up to what is printed of
/// the sum.
public struct Score: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// How many trillionths it is.
    public var trillionths: Int

    /// States a score.
    public init(trillionths: Int) { self.trillionths = trillionths }

    /// The decimal with all its digits: `0.166666666667`.
    public var description: String {
        let (whole, rest) = trillionths.quotientAndRemainder(dividingBy: Self.one)
        return "\(whole)." + String(String(Self.one + rest).dropFirst())
    }

    /// The lower comes first.
    public static func < (one: Score, other: Score) -> Bool { one.trillionths < other.trillionths }

    package static let one = 1_000_000_000_000
}
