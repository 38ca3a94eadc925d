#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Numbers that look random and are the same for the same seed (SplitMix64).
package struct Luck: RandomNumberGenerator {
    private var state: UInt64

    package init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Whether something happens that happens in this share of all cases.
    package mutating func happens(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }

    /// A number of the normal distribution around 0, by Box and Muller's way.
    package mutating func normal(_ deviation: Double) -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return deviation * radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
