internal import ForageCore

extension FetchFailure {
    init(_ failure: TransferFailure) {
        let sentence = failure.description
        switch failure {
        case .timedOut: self = .timedOut(sentence)
        case .malformed: self = .broken(sentence)
        case .cancelled: self = .cancelled
        case .noLibrary, .unresolved, .unreachable: self = .unreachable(sentence, isUnsent: true)
        case .insecure, .cutOff, .brokenOff, .failed, .shutDown: self = .unreachable(sentence)
        }
    }
}
