internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import Platform
internal import Synchronization

/// Downloads the requested files independently of each other.
struct GetRun: Sendable {
    let forage: Forage
    let getter: FileGetter
    let timeout: Duration?
    /// The folder of the files.
    let folder: String
    /// Decodes the files, so that they are recognised later; nil if that is not possible.
    let pool: ImagePool?
    /// The order of files that may get the same name: they are named in the order of the requests, regardless of the
    /// time that each look-up takes.
    private let turns = SerialQueue()

    /// Downloads a single file.
    func result(of wanted: WantedItems.Wanted) async -> GetResult { await begin(wanted, number: 0)() }

    /// Returns the function that downloads one of several files. Files that may get the same name are named in the
    /// order of these calls.
    func begin(_ wanted: WantedItems.Wanted, number: Int) -> @Sendable () async -> GetResult {
        let turn = turns.join(wanted.id.map(getter.line) ?? "")
        return {
            let found = await item(wanted)
            let plan = await turns.take(turn) { (try? found.get()).map(getter.plan) }
            switch found {
            case .success(let item):
                let ending = await getter.get(item, by: plan, number: number)
                if case .saved(let file) = ending {
                    let path = file.path.hasPrefix("/") ? file.path : "\(folder)/\(file.path)"
                    await forage.remember(file: path, by: item.isMedium ? nil : pool)
                }
                return GetResult(name: "\(item.id)", ending: ending, item: item)
            case .failure(let failure):
                return GetResult(name: wanted.name, ending: .failed(failure), item: nil)
            }
        }
    }

    private func item(_ wanted: WantedItems.Wanted) async -> Result<Item, DownloadError> {
        switch wanted {
        case .item(let item): return .success(item)
        case .nonsense:
            return .failure(
                .notFound("it is neither an ID nor a result that a search wrote with --format jsonl"))
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

/// Runs one step of concurrent tasks in the order in which they joined a line. Lines do not wait for each other.
final class SerialQueue: Sendable {
    private let lines = Mutex<[String: Line]>([:])

    private struct Line {
        /// The number of the current turn.
        var number = 0
        /// The number of tasks that have joined.
        var count = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    /// A place in a line. Its turn must be taken, or all later ones wait forever.
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

    /// Runs the step after the steps of all who joined the line earlier.
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

    /// Ends a turn and returns the next task, if it is already waiting.
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
            .notFound(
                "there is no such result, or it is no longer available; search again to find its current ID")
        case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
            .failed(let reason), .drift(let reason):
            .notFound("it could not be looked up: \(reason)\(Advice.addition(to: self))")
        }
    }
}
