internal import Synchronization

/// What is under way, for whoever wants to show it. It is written to often and read seldom.
package final class TransferBoard: Sendable {
    /// One file that is on its way.
    package struct Transfer: Hashable, Sendable {
        package let name: String
        package fileprivate(set) var byteCount = 0
        package fileprivate(set) var total: Int?
        /// Whether it came, and something is being made of it.
        package fileprivate(set) var isFinishing = false
    }

    /// Everything at one moment.
    package struct Snapshot: Sendable {
        /// What is under way, in the order in which it was asked for.
        package let transfers: [Transfer]
        /// How much came in this run.
        package let byteCount: Int
        /// Of how many files that failed what came is kept.
        package let keptCount: Int
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        var byteCount = 0
        var keptCount = 0

        /// A file that is begun anew has less than before, which takes nothing from what came.
        mutating func note(_ place: Int, _ count: Int, of total: Int?) {
            byteCount += max(0, count - (transfers[place]?.byteCount ?? 0))
            transfers[place]?.byteCount = count
            transfers[place]?.total = total
        }
    }

    private let state = Mutex(State())

    package init() {}

    package var snapshot: Snapshot {
        state.withLock { state in
            Snapshot(
                transfers: state.transfers.sorted { $0.key < $1.key }.map(\.value),
                byteCount: state.byteCount,
                keptCount: state.keptCount)
        }
    }

    func begin(_ place: Int, _ name: String, at byteCount: Int) {
        state.withLock { $0.transfers[place] = Transfer(name: name, byteCount: byteCount) }
    }

    func note(_ place: Int, _ stage: Downloader.Stage) {
        state.withLock { state in
            switch stage {
            case .came(let count, let total): state.note(place, count, of: total)
            case .kept: state.keptCount += 1
            case .finishing: state.transfers[place]?.isFinishing = true
            }
        }
    }

    func end(_ place: Int) { _ = state.withLock { $0.transfers.removeValue(forKey: place) } }
}
