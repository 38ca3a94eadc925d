internal import Synchronization

/// What is under way, for whoever wants to show it. It is written to often and read seldom.
package final class TransferBoard: Sendable {
    /// One file that is on its way.
    package struct Transfer: Hashable, Sendable {
        package let name: String
        package fileprivate(set) var byteCount = 0
        package fileprivate(set) var total: Int?
    }

    /// Everything at one moment.
    package struct Snapshot: Sendable {
        /// What is under way, in the order in which it was asked for.
        package let transfers: [Transfer]
        /// How much came in this run.
        package let byteCount: Int
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        var byteCount = 0
    }

    private let state = Mutex(State())

    package init() {}

    package var snapshot: Snapshot {
        state.withLock { state in
            Snapshot(
                transfers: state.transfers.sorted { $0.key < $1.key }.map(\.value), byteCount: state.byteCount
            )
        }
    }

    func begin(_ place: Int, _ name: String, at byteCount: Int) {
        state.withLock { $0.transfers[place] = Transfer(name: name, byteCount: byteCount) }
    }

    /// A file that is begun anew has less than before, which takes nothing from what came.
    func note(_ place: Int, _ byteCount: Int, of total: Int?) {
        state.withLock { state in
            let before = state.transfers[place]?.byteCount ?? 0
            state.byteCount += max(0, byteCount - before)
            state.transfers[place]?.byteCount = byteCount
            state.transfers[place]?.total = total
        }
    }

    func end(_ place: Int) { _ = state.withLock { $0.transfers.removeValue(forKey: place) } }
}
