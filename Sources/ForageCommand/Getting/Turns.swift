internal import Synchronization

/// Lets a step of tasks that run side by side come one after the other, in the order in which they joined a line. Lines do
/// not wait for each other.
final class Turns: Sendable {
    private let lines = Mutex<[String: Line]>([:])

    private struct Line {
        /// Whose turn it is.
        var number = 0
        /// How many have joined.
        var count = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    /// A place in a line. Whoever has one must take its turn, or nobody behind it ever can.
    struct Turn: Sendable {
        fileprivate let line: String
        fileprivate let number: Int
    }

    /// Joins the end of a line.
    func join(_ line: String) -> Turn {
        lines.withLock { lines in
            defer { lines[line, default: Line()].count += 1 }
            return Turn(line: line, number: lines[line]?.count ?? 0)
        }
    }

    /// Does something once all who joined the line before have done theirs.
    func take<Result>(_ turn: Turn, _ step: () -> Result) async -> Result {
        await wait(for: turn)
        defer { end(turn)?.resume() }
        return step()
    }

    private func wait(for turn: Turn) async {
        await withCheckedContinuation { continuation in
            let isNow = lines.withLock { lines in
                if lines[turn.line]?.number == turn.number { return true }
                lines[turn.line]?.waiting[turn.number] = continuation
                return false
            }
            if isNow { continuation.resume() }
        }
    }

    /// Who is next, if that one waits already.
    private func end(_ turn: Turn) -> CheckedContinuation<Void, Never>? {
        lines.withLock { lines in
            guard var line = lines.removeValue(forKey: turn.line) else { return nil }
            line.number += 1
            let next = line.waiting.removeValue(forKey: line.number)
            if line.number < line.count { lines[turn.line] = line }
            return next
        }
    }
}
