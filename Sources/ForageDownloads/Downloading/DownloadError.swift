package import ForageCore
internal import Platform

/// The reason why a file was not downloaded.
package enum DownloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The item could not be looked up, for this reason.
    case notFound(String)
    /// The item has no picture, or as a film or sound no file.
    case nothingToGet
    /// A service does not permit the download, or could not be asked.
    case notPermitted(String)
    /// The file could not be fetched, for this reason.
    case unfetched(FetchError)
    /// The server answered with a status other than success.
    case refused(String, isPassing: Bool, rest: Duration?)
    /// The received file is unsuitable and was removed.
    case unfit(String)
    /// The file is larger than this limit in bytes and was removed.
    case tooLarge(Int)
    /// The file was received, but a step cannot be carried out now, for this reason.
    case unfinished(ImageError)
    /// The file was received, but a step can never be carried out, for this reason. The unchanged file may be
    /// requested.
    case unconvertible(String)
    /// Fewer bytes were received than expected.
    case incomplete(had: Int, of: Int)
    /// The length is unknown, and the last bytes are not the end of a picture.
    case cutOff
    /// Another program is downloading the same file.
    case busy
    /// Another file has its name and was not changed.
    case taken(String)
    /// The file cannot be written.
    case unwritable(String)
    /// There is no space for this or any other file.
    case noRoom(String)
    /// The download was cancelled.
    case cancelled

    /// The text to print.
    package var description: String {
        switch self {
        case .nothingToGet: "it has no file"
        case .notPermitted(let reason), .unfit(let reason), .unwritable(let reason),
            .unconvertible(let reason), .noRoom(let reason), .notFound(let reason),
            .refused(let reason, _, _):
            reason
        case .unfetched(let failure): failure.description
        case .tooLarge(let count): "it is larger than \(ByteCount(count))"
        case .unfinished(let error): error.description
        case .incomplete(let had, let total): "only \(had) of \(total) bytes were received"
        case .taken(let path): "something else already exists at \(path)"
        case .cutOff: "the end of the file was not received, and the server did not state its length"
        case .busy: "a file of that name is already being downloaded"
        case .cancelled: "interrupted"
        }
    }

    /// Indicates whether another attempt may soon succeed.
    var mayPass: Bool {
        switch self {
        case .unfetched(.unreachable), .unfetched(.timedOut), .incomplete, .cutOff: true
        case .refused(_, let isPassing, _): isPassing
        default: false
        }
    }

    /// Indicates whether the server did not return the file properly.
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
