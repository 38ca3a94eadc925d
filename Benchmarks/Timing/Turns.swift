/// Figures of two processes, taken by turns, so that both see the same weather.
package enum Turns {
    package static let count = 5

    /// The middle one of the figures of each; nil for another process that cannot be had.
    package static func middle(
        _ ours: () async throws -> Double, _ theirs: () -> Double?
    ) async rethrows -> (ours: Double, theirs: Double?) {
        var figures: (ours: [Double], theirs: [Double]) = ([], [])
        for _ in 0..<count {
            figures.ours.append(try await ours())
            if let figure = theirs() { figures.theirs.append(figure) }
        }
        let isComplete = figures.theirs.count == count
        return (figures.ours.sorted()[count / 2], isComplete ? figures.theirs.sorted()[count / 2] : nil)
    }
}
