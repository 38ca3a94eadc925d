internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import Platform
internal import Synchronization

/// Gets what is wanted, several at once, and never holds more than a few results.
struct GetRun: Sendable {
    let forage: Forage
    let getter: FileGetter
    let jobs: Int
    let timeout: Duration?
    /// Files that may want one name are named in the order in which they were asked for, however long it takes to look one
    /// up.
    private let turns = Turns()

    /// How far a result may be ahead of the first that is still out.
    private static let greatestLead = 256

    private enum Signal: Sendable {
        case wanted(WantedItems.Wanted?, WantedItems)
        case result(Int, GetResult)
        case tick
    }

    /// Goes through all that is wanted.
    ///
    /// - Returns: Why the list could not be read to its end.
    func run(_ wanted: WantedItems, _ output: inout GetOutput) async -> (any Error)? {
        var fault: (any Error)?
        var isReading = false
        var waiting: WantedItems? = wanted
        await withTaskGroup(of: Signal.self) { group in
            if output.isWatched { group.addTask { await Self.tick() } }
            while isReading || waiting != nil || output.endedCount < output.begunCount {
                if let next = waiting, !isReading, output.tally.obstacle == nil,
                    output.begunCount - output.writtenCount < Self.greatestLead,
                    output.begunCount - output.endedCount < jobs
                {
                    (waiting, isReading) = (nil, true)
                    group.addTask { await Self.read(next) }
                } else if output.tally.obstacle != nil {
                    waiting = nil
                    group.cancelAll()
                    if !isReading, output.endedCount == output.begunCount { break }
                }
                switch await group.next() {
                case .wanted(let next?, let rest):
                    let (number, turn) = (output.begin(), turn(for: next))
                    group.addTask { .result(number, await result(of: next, number, turn)) }
                    (waiting, isReading) = (rest, false)
                case .wanted(nil, let rest): (fault, isReading) = (rest.fault, false)
                case .result(let number, let result):
                    output.take(result, at: number)
                    if let trouble = getter.archiveTrouble { output.take(trouble) }
                case .tick:
                    output.draw()
                    // Once all is cancelled it would come again at once.
                    if !group.isCancelled { group.addTask { await Self.tick() } }
                case nil: return
                }
            }
            group.cancelAll()
        }
        return fault
    }

    private static func tick() async -> Signal {
        try? await Task.sleep(for: TransferLines.pause)
        return .tick
    }

    private static func read(_ items: WantedItems) async -> Signal {
        var items = items
        let wanted = Task.isCancelled ? nil : await items.next()
        return .wanted(wanted, items)
    }

    /// Gets one thing alone.
    func result(of wanted: WantedItems.Wanted) async -> GetResult {
        await result(of: wanted, 0, turn(for: wanted))
    }

    private func turn(for wanted: WantedItems.Wanted) -> Turns.Turn {
        turns.join(wanted.id.map(getter.line) ?? "")
    }

    private func result(
        of wanted: WantedItems.Wanted, _ number: Int, _ turn: Turns.Turn
    ) async -> GetResult {
        let found = await item(wanted)
        let plan = await turns.take(turn) { (try? found.get()).map(getter.plan) }
        switch found {
        case .success(let item):
            return GetResult(name: "\(item.id)", ending: await getter.get(item, by: plan, number: number))
        case .failure(let failure): return GetResult(name: wanted.name, ending: .failed(failure))
        }
    }

    private func item(_ wanted: WantedItems.Wanted) async -> Result<Item, DownloadError> {
        switch wanted {
        case .item(let item): return .success(item)
        case .nonsense:
            return .failure(
                .notFound("it is neither an ID nor a result of a search; --format jsonl writes those"))
        case .id(let id):
            let known = forage.configuration.providers.map(\.id.name)
            guard known.contains(id.provider.name) else {
                let nearest = nearestName(to: id.provider.name, among: known)
                let guess = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
                return .failure(.notFound("\"\(id.provider.name)\" is not a provider\(guess)"))
            }
            let (item, outcome) = await forage.item(id, within: timeout)
            return item.map(Result.success) ?? .failure(outcome.reasonForNoItem)
        }
    }
}

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

extension WantedItems.Wanted {
    fileprivate var id: ItemID? {
        switch self {
        case .item(let item): item.id
        case .id(let id): id
        case .nonsense: nil
        }
    }

    fileprivate var name: String {
        switch self {
        case .item(let item): "\(item.id)"
        case .id(let id): "\(id)"
        case .nonsense(let text): text
        }
    }
}

extension Outcome {
    fileprivate var reasonForNoItem: DownloadError {
        switch result {
        case .cancelled: .cancelled
        case .answered, .empty:
            .notFound("there is no such result, or none any more: search again for its ID")
        case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
            .failed(let reason), .drift(let reason):
            .notFound("it could not be looked up: \(reason)\(Advice.addition(to: self))")
        }
    }
}
