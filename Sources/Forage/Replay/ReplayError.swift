package import JSON

/// The reason why a run cannot be recorded or replayed.
package enum ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The services sent more than a bundle may hold.
    case tooMuchToRecord
    /// The file is not a bundle.
    case notABundle(path: String)
    /// The bundle cannot be replayed, for this reason and, if known, at this position.
    case unusable(path: String, at: JSONPosition? = nil, String)
    /// An address was not signed when the run was recorded.
    case notSigned

    package var description: String {
        switch self {
        case .tooMuchToRecord:
            "The services sent more than \(Recorder.greatestByteCount >> 20) MiB, which is too much for a recording; search fewer of them."
        case .notABundle(let path): "\(path) cannot be replayed: it is not a recording."
        case .unusable(let path, let position?, let reason):
            "\(path) cannot be replayed: line \(position.line), column \(position.column): \(reason)."
        case .unusable(let path, nil, let reason): "\(path) cannot be replayed: \(reason)."
        case .notSigned: "it was not signed when this was recorded"
        }
    }
}
