/// Times two pieces of work in turns, so that both see the same weather.
package struct Stopwatch {
    private let rounds: Int

    package init(rounds: Int) { self.rounds = rounds }

    /// The median times in milliseconds.
    package func race(_ first: () throws -> Void, _ second: () throws -> Void) rethrows -> (
        first: Double, second: Double
    ) {
        var times: (first: [Duration], second: [Duration]) = ([], [])
        let clock = ContinuousClock()
        for _ in 0..<rounds {
            times.first.append(try clock.measure(first))
            times.second.append(try clock.measure(second))
        }
        return (median(times.first), median(times.second))
    }

    /// The median time of one piece of work in milliseconds.
    package func time(_ work: () async throws -> Void) async rethrows -> Double {
        var times: [Duration] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            try await work()
            times.append(.now - start)
        }
        return median(times)
    }

    private func median(_ times: [Duration]) -> Double {
        times.sorted()[times.count / 2] / .milliseconds(1)
    }
}
