internal import ForageCore

extension FetchFailure {
    init(_ failure: TransferFailure) {
        let sentence = failure.description
        switch failure {
        case .timedOut: self = .timedOut(sentence)
        case .malformed, .packed: self = .broken(sentence)
        case .cancelled: self = .cancelled
        case .closed: self = .notAllowed(sentence)
        case .noLibrary, .unresolved, .unreachable: self = .unreachable(sentence, isUnsent: true)
        case .insecure, .cutOff, .brokenOff, .failed, .shutDown: self = .unreachable(sentence)
        }
    }
}
