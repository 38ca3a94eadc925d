internal import Forage
internal import ForageCore
internal import ForageSearch
internal import Synchronization

/// The Forage that new requests use. Requests in progress finish with the one that they began with.
final class CurrentForage: Sendable {
    private let state: Mutex<State>
    private let late: LateAnswers

    private struct State {
        var forage: Forage
        var revision = 0
    }

    init(_ forage: Forage, finishing late: LateAnswers = LateAnswers()) {
        self.late = late
        state = Mutex(State(forage: forage.finishing(late)))
    }

    var value: Forage { state.withLock { $0.forage } }

    /// The number of changes so far.
    var revision: Int { state.withLock { $0.revision } }

    /// Applies another configuration.
    func configure(by configuration: Configuration) {
        state.withLock { state in
            state.forage = state.forage.configured(by: configuration).finishing(late)
            state.revision += 1
        }
    }
}
