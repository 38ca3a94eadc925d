internal import Sharing

/// What is under way that nobody waits for any more: answers that were too late for their search and will be there for
/// the next. So many at most, each for so long.
package struct LateAnswers: Sendable {
    /// How long an answer may take beyond its search.
    let patience: Duration
    private let limit: Int
    private let tasks = OpenTasks()

    /// - Parameters:
    ///   - limit: How many may be under way.
    ///   - patience: How long one may take beyond its search.
    package init(upTo limit: Int = 32, within patience: Duration = .seconds(15)) {
        self.limit = limit
        self.patience = patience
    }

    /// Takes over what nobody waits for; one too many is given up.
    func take(_ task: Task<Void, Never>) { tasks.take(task, upTo: limit) }

    /// How many are under way.
    package var count: Int { tasks.count }

    /// Gives up all of them, and whatever would come.
    package func giveUp() { tasks.end() }
}
