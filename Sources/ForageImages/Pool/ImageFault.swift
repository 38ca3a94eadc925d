internal import ForageCore
internal import Processes

/// Why nothing was made of a picture.
package enum ImageFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// This picture is not worked on: why.
    case refused(String)
    /// No picture can be worked on: why.
    case unusable(String)
    /// Nobody waits for it any more.
    case cancelled

    /// The text as it is printed, without its full stop.
    package var description: String {
        switch self {
        case .refused(let reason): "refused: \(reason)"
        case .unusable(let reason): "forage-image \(reason)"
        case .cancelled: "interrupted"
        }
    }

    init(_ fault: ExchangeFault) {
        switch fault {
        case .timedOut: self = .refused("it took too long")
        case .tooLong: self = .refused("what was made of it is too long")
        case .unasked: self = .refused("forage-image said something that was not asked for")
        case .tooMany: self = .refused("forage-image became too many processes over it")
        case .ended(.overtime, _): self = .refused("it takes too much computing")
        case .ended(_, let complaint) where complaint.contains("cannot open shared object file"):
            self = .unusable("cannot be started, because a library is missing; see `forage doctor`")
        case .ended(let ending, let complaint):
            let words = complaint.split(whereSeparator: \.isNewline).last.map { ": \($0.prefix(200))" } ?? ""
            self = .refused("forage-image \(ending) over it\(words.onOneLine)")
        }
    }
}
