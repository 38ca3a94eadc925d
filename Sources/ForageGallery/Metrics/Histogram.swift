/// How often something took how long.
struct Histogram: Hashable, Sendable {
    /// Up to how many seconds each step goes; a last one takes the rest.
    static let bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0]

    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// How many seconds all took together.
    private(set) var sum = 0.0

    mutating func note(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    var count: Int { counts.reduce(0, +) }

    /// How many took no longer than each bound; the last is every one.
    var buckets: [(bound: String, count: Int)] {
        var sum = 0
        return zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts).map { bound, count in
            sum += count
            return (bound, sum)
        }
    }
}
