package import TestPlaces

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension SeededNumbers {
    /// Whether something happens that happens in this share of all cases.
    package mutating func happens(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }

    /// A number of the normal distribution around 0, by Box and Muller's way.
    package mutating func normal(_ deviation: Double) -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return deviation * radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
