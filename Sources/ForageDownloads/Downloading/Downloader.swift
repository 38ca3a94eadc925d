package import ForageCore
internal import Platform
internal import Synchronization

/// Downloads one file: requests the missing part, checks the file, and names it when it is complete.
package struct Downloader: Sendable {
    private let fetcher: any StreamingFetcher
    private let greatestByteCount: Int
    private let steps: [any FinishingStep]
    private let rests = HostPauses()

    /// - Parameters:
    ///   - fetcher: The fetcher that makes the requests.
    ///   - greatestByteCount: The greatest length of a file.
    ///   - steps: The steps for a complete file, in order.
    package init(
        _ fetcher: any StreamingFetcher, upTo greatestByteCount: Int = Self.usualLimit,
        finishing steps: [any FinishingStep] = []
    ) {
        self.fetcher = fetcher
        self.greatestByteCount = greatestByteCount
        self.steps = steps
    }

    /// The stage of a download.
    enum Stage: Hashable, Sendable {
        /// This many bytes have been received, out of this total if it is known.
        case came(Int, of: Int?)
        /// All bytes have been received, and the steps are running.
        case finishing
        /// The download failed, and the received bytes are stored.
        case kept
    }

    /// The default limit for the bytes of a file: 4 GiB.
    package static let usualLimit = 4 << 30

    /// The greatest number of attempts that do not gain enough bytes.
    private static let greatestAttemptCount = 3
    /// The number of bytes that is enough: with fewer each time, a file could take thousands of requests.
    private static let leastGain = 64 << 10

    /// Downloads a file.
    ///
    /// - Parameters:
    ///   - part: The part of the file, which this run has locked.
    ///   - permit: The permission to download it.
    ///   - stem: The path of the file, without extension.
    ///   - nextStem: Returns another path each time that a file has appeared at the given path meanwhile.
    ///   - note: Receives the stages of the download.
    /// - Returns: The saved file.
    /// - Throws: ``DownloadError``; a part that can be continued is stored.
    func download(
        _ part: inout PartFile, _ permit: DownloadPermit, as stem: String,
        orElse nextStem: (String) throws(DownloadError) -> String, note: @Sendable (Stage) -> Void
    ) async throws(DownloadError) -> SavedFile {
        do throws(DownloadError) {
            try await fetchWhole(&part, permit) { note(.came($0, of: $1)) }
            if !steps.isEmpty { note(.finishing) }
            return try await publish(&part, permit, as: stem, orElse: nextStem)
        } catch {
            // A part that cannot be continued is useless.
            if !part.isWorthKeeping || error.isFinal {
                part.discard()
            } else {
                try? part.settle()
                if error.mayEnd { note(.kept) }
            }
            throw error
        }
    }

    /// Checks that the host of a file may be asked now.
    func checkMayAsk(_ url: WebURL) throws(DownloadError) {
        if let rest = rests.rest(for: url) { throw .resting(url.host, rest) }
    }

    private func fetchWhole(
        _ part: inout PartFile, _ permit: DownloadPermit, _ note: @Sendable (Int, Int?) -> Void
    ) async throws(DownloadError) {
        // After a restart, bytes that were received before do not count as a gain.
        var (attempts, most) = (0, part.byteCount)
        while true {
            do throws(DownloadError) {
                return try await Exchange(fetcher, permit, greatestByteCount, rests).fetchRest(
                    of: &part, note)
            } catch {
                attempts = part.byteCount - most >= Self.leastGain ? 0 : attempts + 1
                most = max(most, part.byteCount)
                guard error.mayPass, attempts < Self.greatestAttemptCount else { throw error }
                try await pause(before: attempts, error)
            }
        }
    }

    private func pause(before attempt: Int, _ failure: DownloadError) async throws(DownloadError) {
        let longest = Duration.milliseconds(250 << attempt)
        let pause = failure.rest ?? longest * Double.random(in: 0.5...1)
        do { try await Task.sleep(for: pause) } catch { throw .cancelled }
    }

    private func publish(
        _ part: inout PartFile, _ permit: DownloadPermit, as stem: String,
        orElse nextStem: (String) throws(DownloadError) -> String
    ) async throws(DownloadError) -> SavedFile {
        let came = try fingerprint(of: &part)
        var finished = FinishedPart(came)
        if part.wasThere { FinishedPart.removeLeftovers(of: steps, at: part.path) }
        if !steps.isEmpty { try part.settle() }
        try await finished.pass(steps, permit, at: part.path)
        do throws(DownloadError) {
            let path = try publish(&part, &finished, came, permit, as: stem, orElse: nextStem)
            return SavedFile(
                path, byteCount: finished.fingerprint.byteCount, resumedAt: part.keptByteCount,
                notes: finished.notes)
        } catch {
            finished.path.map(LocalFile.remove)
            throw error
        }
    }

    /// Gives the file the first free name.
    private func publish(
        _ part: inout PartFile, _ finished: inout FinishedPart, _ came: Fingerprint, _ permit: DownloadPermit,
        as stem: String, orElse nextStem: (String) throws(DownloadError) -> String
    ) throws(DownloadError) -> String {
        var stem = stem
        while true {
            let path = "\(stem).\(finished.fingerprint.type.fileExtension)"
            do throws(DownloadError) {
                try publish(&part, finished, came, permit, as: path)
                return path
            } catch {
                guard case .taken(let path) = error else { throw error }
                let former = part.path
                repeat { stem = try nextStem(path) } while try !part.move(to: stem)
                try finished.move(from: former, to: part.path)
            }
        }
    }

    private func fingerprint(of part: inout PartFile) throws(DownloadError) -> Fingerprint {
        guard case .known(let type) = part.findType(isWhole: true) else {
            throw .unfit("the file received is not of a known kind")
        }
        return Fingerprint(type: type, byteCount: part.byteCount, digest: part.finishDigest().hex)
    }

    private func publish(
        _ part: inout PartFile, _ finished: FinishedPart, _ came: Fingerprint, _ permit: DownloadPermit,
        as path: String
    ) throws(DownloadError) {
        guard LocalPath.kind(path) == nil else { throw .taken(path) }
        try part.checkWhole()
        // The credit is written first, so that no file is ever without it.
        try CreditRecord(permit, finished, came: came).write(nextToFile: path)
        do throws(DownloadError) {
            try part.publish(finished.path, as: path)
        } catch {
            // The credit would otherwise belong to the file that has appeared there.
            if error == .taken(path) { CreditRecord.remove(nextToFile: path) }
            throw error
        }
    }
}

/// The hosts that may not be asked for some time. If one file had to wait for long, others do not ask.
final class HostPauses: Sendable {
    private let ends = Mutex<[String: ContinuousClock.Instant]>([:])

    /// A shorter time is waited for.
    static let leastDuration = Duration.seconds(10)

    func note(_ rest: Duration, for url: WebURL) {
        ends.withLock { ends in
            let end = ContinuousClock.now + rest
            ends[url.host] = max(end, ends[url.host] ?? end)
        }
    }

    /// The time until the host of an address may be asked; nil if it may be asked now.
    func rest(for url: WebURL) -> Duration? {
        let now = ContinuousClock.now
        return ends.withLock { $0[url.host] }.flatMap { $0 > now ? $0 - now : nil }
    }
}

extension DownloadError {
    /// The error for a host that may not be asked yet.
    static func resting(_ host: String, _ rest: Duration, after status: String? = nil) -> DownloadError {
        let words = status.map { "\(host) answered \($0) and" } ?? host
        let seconds = Int((rest / .seconds(1)).rounded(.up))
        let time = seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
        return .refused("\(words) asks to wait \(time) before the next request", isPassing: false, rest: rest)
    }
}

extension DownloadError {
    /// Indicates whether the received bytes are useless for another attempt.
    fileprivate var isFinal: Bool {
        switch self {
        case .unfit, .tooLarge, .taken: true
        default: false
        }
    }

    /// Indicates whether another attempt may succeed some day.
    fileprivate var mayEnd: Bool { if case .unconvertible = self { false } else { true } }

    fileprivate var rest: Duration? { if case .refused(_, _, let rest) = self { rest } else { nil } }
}

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
