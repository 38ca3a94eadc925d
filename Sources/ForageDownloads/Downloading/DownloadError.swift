package import ForageCore
internal import Platform

/// Why a file was not got.
package enum DownloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The item could not be looked up: why.
    case notFound(String)
    /// The item has no picture.
    case nothingToGet
    /// A service does not want it taken, or could not be asked.
    case notPermitted(String)
    /// It could not be fetched: why.
    case unfetched(FetchError)
    /// The server answered with another status than one of success.
    case refused(String, isPassing: Bool, rest: Duration?)
    /// What came is not what it should be, and is not kept.
    case unfit(String)
    /// It is larger than this many bytes, the most that was wanted, and is not kept.
    case tooLarge(Int)
    /// It came, and what was to be made of it cannot be made now: why.
    case unfinished(ImageError)
    /// It came, and what was to be made of it cannot be made, today or tomorrow: why. As it came it may be wanted.
    case unconvertible(String)
    /// Less came than there should be.
    case incomplete(had: Int, of: Int)
    /// Nobody said how long it is, and its last bytes are not the end of a picture.
    case cutOff
    /// Somebody is getting the same file.
    case busy
    /// Something else came to have its name, and keeps it.
    case taken(String)
    /// It cannot be written.
    case unwritable(String)
    /// There is no room for it, nor for any other.
    case noRoom(String)
    /// The person gave up waiting.
    case cancelled

    /// The text as it is printed.
    package var description: String {
        switch self {
        case .nothingToGet: "it has no picture"
        case .notPermitted(let reason), .unfit(let reason), .unwritable(let reason),
            .unconvertible(let reason), .noRoom(let reason), .notFound(let reason),
            .refused(let reason, _, _):
            reason
        case .unfetched(let failure): failure.description
        case .tooLarge(let count): "it is larger than \(ByteCount(count))"
        case .unfinished(let error): error.description
        case .incomplete(let had, let total): "\(had) of \(total) bytes came"
        case .taken(let path): "something else is at \(path)"
        case .cutOff: "the picture's end did not come, and the server did not say how long it is"
        case .busy: "a file of that name is being got already"
        case .cancelled: "interrupted"
        }
    }

    /// Whether the same may go well in a moment.
    var mayPass: Bool {
        switch self {
        case .unfetched(.unreachable), .unfetched(.timedOut), .incomplete, .cutOff: true
        case .refused(_, let isPassing, _): isPassing
        default: false
        }
    }

    /// Whether it is the server that does not hand out a file as it should.
    var isOfServer: Bool {
        switch self {
        case .unfetched, .refused, .unfit, .tooLarge, .incomplete, .cutOff: true
        default: false
        }
    }

    init(_ failure: FileError) {
        self = failure.isForLackOfRoom ? .noRoom(failure.clause) : .unwritable(failure.clause)
    }

    init(_ failure: FetchError) { self = failure == .cancelled ? .cancelled : .unfetched(failure) }
}
