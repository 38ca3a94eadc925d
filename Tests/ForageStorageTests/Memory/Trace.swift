import TestPlaces
import Testing

/// A sequence of requested keys.
enum Trace: CustomTestStringConvertible, Sendable {
    /// The popularity of keys falls with their rank, to this power.
    case zipf(Double)
    /// The same, with occasional scans of many keys used once.
    case zipfWithScans(Double)
    /// The same keys in the same order, slightly more than fit.
    case loop

    static let capacity = 500
    private static let count = 60_000

    var testDescription: String {
        switch self {
        case .zipf(let power): "zipf \(power)"
        case .zipfWithScans(let power): "zipf \(power) with scans"
        case .loop: "loop"
        }
    }

    var keys: [Int] {
        switch self {
        case .loop: (0..<Self.count).map { $0 % (Self.capacity * 6 / 5) }
        case .zipf(let power): Self.popular(power)
        case .zipfWithScans(let power): Self.scanned(Self.popular(power))
        }
    }

    private static func popular(_ power: Double) -> [Int] {
        var sums: [Double] = []
        for rank in 1...10_000 { sums.append((sums.last ?? 0) + 1 / Self.power(Double(rank), power)) }
        var luck = SeededNumbers(seed: 42)
        return (0..<count).map { _ in
            let point = luck.fraction() * (sums.last ?? 1)
            var (low, high) = (0, sums.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if sums[middle] < point { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    private static func scanned(_ keys: [Int]) -> [Int] {
        var next = 1_000_000
        return keys.indices.flatMap { index -> [Int] in
            guard index % 2000 == 1999 else { return [keys[index]] }
            defer { next += 1000 }
            return [keys[index]] + Array(next..<next + 1000)
        }
    }

    private static func power(_ base: Double, _ exponent: Double) -> Double {
        // Foundation's `pow` is not available everywhere; tenths suffice.
        let tenth = tenthRoot(base)
        return (0..<Int((exponent * 10).rounded())).reduce(1) { product, _ in product * tenth }
    }

    private static func tenthRoot(_ value: Double) -> Double {
        var root = 1.0
        for _ in 0..<60 {
            let ninth = (0..<9).reduce(1.0) { product, _ in product * root }
            root -= (root - value / ninth) / 10
        }
        return root
    }
}

extension SeededNumbers {
    /// From 0 to 1.
    fileprivate mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
