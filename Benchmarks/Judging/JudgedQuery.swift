package import TestPlaces

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What several services answer to one query, where it is known how good each answer is.
///
/// There are a few works that matter, more or less. Each service has some of them, beside many that do not
/// matter, most of which it alone has. It ranks what it has by how much it matters, as well as it can tell: its
/// error is normal noise on the grade. The same seed gives the same answers.
package struct JudgedQuery: Sendable {
    /// What each service lists, best first: the numbers of works.
    package let lists: [[Int]]

    /// How many works matter a great deal, well, and a little.
    private static let graded: [(grade: Int, count: Int)] = [(3, 5), (2, 8), (1, 12)]
    private static let idleCount = 60

    /// What services are like.
    package struct Manner: Sendable {
        /// How many works a service lists.
        package var length = 30
        /// The share of the works that matter which a service has.
        package var coverage = 0.6
        /// The share of its other works that others may have too.
        package var commonShare = 0.2

        package init() {}
    }

    /// - Parameters:
    ///   - errors: How far each service is off when it tells how much a work matters.
    ///   - manner: What all of them are like.
    ///   - luck: What decides who has what.
    package init(errors: [Double], manner: Manner = Manner(), using luck: inout SeededNumbers) {
        lists = errors.enumerated().map { service, error in
            let works = Self.works(of: service, manner, using: &luck)
            let ranked = works.map { (work: $0, value: Double(Self.grade(of: $0)) + luck.normal(error)) }
            return ranked.sorted { $0.value > $1.value }.prefix(manner.length).map(\.work)
        }
    }

    private static func works(of service: Int, _ manner: Manner, using luck: inout SeededNumbers) -> [Int] {
        let count = graded.reduce(0) { $0 + $1.count }
        let good = (0..<count).filter { _ in luck.happens(manner.coverage) }
        return good
            + (0..<idleCount).map {
                luck.happens(manner.commonShare) ? 1_000 + $0 : 10_000 * (service + 1) + $0
            }
    }

    /// How much a work matters.
    package static func grade(of work: Int) -> Int {
        var first = 0
        for (grade, count) in graded {
            if work < first + count { return grade }
            first += count
        }
        return 0
    }

    /// The gain of the first ten over the greatest there could be, discounted by the logarithm of the place.
    package static func quality(of list: some Sequence<Int>) -> Double {
        let best = graded.flatMap { Array(repeating: $0.grade, count: $0.count) }
        return gain(list.map(grade)) / gain(best)
    }

    private static func gain(_ grades: [Int]) -> Double {
        grades.prefix(10).enumerated().reduce(0) { gain, ranked in
            gain + Double((1 << ranked.element) - 1) / log2(Double(ranked.offset + 2))
        }
    }
}
