internal import ForageCore
internal import Platform

/// Why nothing was made of a picture.
package enum ImageFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// This picture is not worked on: why.
    case refused(String)
    /// There is no room for what was made of this picture, nor of any other: why.
    case noRoom(String)
    /// No picture can be worked on: why.
    case unusable(String)
    /// No picture can be worked on, because this library is not there.
    case lacking(String)
    /// Nobody waits for it any more.
    case cancelled

    /// The text as it is printed, without its full stop.
    package var description: String {
        switch self {
        case .refused(let reason), .noRoom(let reason): "refused: \(reason)"
        case .unusable(let reason): "forage-image \(reason)"
        case .lacking(let library):
            "forage-image cannot be started without \(library); see `forage doctor`"
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
        case .ended(let ending, let complaint):
            if let library = complaint.missingLibrary {
                self = .lacking(library)
                return
            }
            let words = complaint.split(whereSeparator: \.isNewline).last.map { ": \($0.prefix(200))" } ?? ""
            self = .refused("forage-image \(ending) over it\(words.onOneLine)")
        }
    }
}

extension String {
    /// The library that the system's loader complained of.
    fileprivate var missingLibrary: String? {
        guard contains("cannot open shared object file") else { return nil }
        let words = split { $0 == ":" || $0.isWhitespace }
        return words.last { $0.contains(".so") }.map { String($0.prefix(100)).onOneLine } ?? "a library"
    }
}
