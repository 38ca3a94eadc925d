package import ForageCore
internal import Platform
internal import Synchronization

/// Gets one file: asked for in the part that is missing, checked, and given its name when it is whole.
package struct Downloader: Sendable {
    private let fetcher: any StreamingFetcher
    private let greatestByteCount: Int
    private let steps: [any FinishingStep]
    private let rests = HostPauses()

    /// - Parameters:
    ///   - fetcher: Carries out the requests.
    ///   - greatestByteCount: How long a file may be.
    ///   - steps: What is made of a file that came whole, one after the other.
    package init(
        _ fetcher: any StreamingFetcher, upTo greatestByteCount: Int = Self.usualLimit,
        finishing steps: [any FinishingStep] = []
    ) {
        self.fetcher = fetcher
        self.greatestByteCount = greatestByteCount
        self.steps = steps
    }

    /// How far a file is.
    enum Stage: Hashable, Sendable {
        /// So many bytes are there, of so many where that is known.
        case came(Int, of: Int?)
        /// All of it is, and something is being made of it.
        case finishing
        /// It failed, and what came of it is kept.
        case kept
    }

    /// The most bytes of a file that are taken where nobody says otherwise: 4 GiB.
    package static let usualLimit = 4 << 30

    /// How often a file is asked for without enough more of it coming.
    private static let greatestAttemptCount = 3
    /// How much is enough: with less each time a file would take thousands of requests.
    private static let leastGain = 64 << 10

    /// Gets a file.
    ///
    /// - Parameters:
    ///   - part: What is there of it, which this run holds.
    ///   - permit: Leave to take it.
    ///   - stem: Where it goes, without extension.
    ///   - nextStem: Where else it may go, each time that something came to have its name meanwhile, which is at this path.
    ///   - note: Is told how it goes.
    /// - Returns: What there is now.
    /// - Throws: ``DownloadError``; what can be gone on with is kept.
    func download(
        _ part: inout PartFile, _ permit: DownloadPermit, as stem: String,
        orElse nextStem: (String) throws(DownloadError) -> String, note: @Sendable (Stage) -> Void
    ) async throws(DownloadError) -> SavedFile {
        do throws(DownloadError) {
            try await fetchWhole(&part, permit) { note(.came($0, of: $1)) }
            if !steps.isEmpty { note(.finishing) }
            return try await publish(&part, permit, as: stem, orElse: nextStem)
        } catch {
            // What cannot be gone on with would only lie about.
            if !part.isWorthKeeping || error.isFinal {
                part.discard()
            } else {
                try? part.settle()
                if error.mayEnd { note(.kept) }
            }
            throw error
        }
    }

    /// Sees that the host of a file does not want to be left alone.
    func checkMayAsk(_ url: WebURL) throws(DownloadError) {
        if let rest = rests.rest(for: url) { throw .resting(url.host, rest) }
    }

    private func fetchWhole(
        _ part: inout PartFile, _ permit: DownloadPermit, _ note: @Sendable (Int, Int?) -> Void
    ) async throws(DownloadError) {
        // What came before a file was begun anew is no gain when it comes again.
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

    /// Gives it the first name that nothing has.
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
            throw .unfit("what came is not a picture of a known kind")
        }
        return Fingerprint(type: type, byteCount: part.byteCount, digest: part.finishDigest().hex)
    }

    private func publish(
        _ part: inout PartFile, _ finished: FinishedPart, _ came: Fingerprint, _ permit: DownloadPermit,
        as path: String
    ) throws(DownloadError) {
        guard LocalPath.kind(path) == nil else { throw .taken(path) }
        try part.checkWhole()
        // First, so that no file is ever without it.
        try CreditRecord(permit, finished, came: came).write(besideFile: path)
        do throws(DownloadError) {
            try part.publish(finished.path, as: path)
        } catch {
            // It would be that of a file which came there meanwhile.
            if error == .taken(path) { CreditRecord.remove(besideFile: path) }
            throw error
        }
    }
}

/// Which hosts want to be left alone, and for how long: where one file had to wait for long, others need not ask.
final class HostPauses: Sendable {
    private let ends = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Less than this is waited for.
    static let leastDuration = Duration.seconds(10)

    func note(_ rest: Duration, for url: WebURL) {
        ends.withLock { ends in
            let end = ContinuousClock.now + rest
            ends[url.host] = max(end, ends[url.host] ?? end)
        }
    }

    /// How long the host of an address still wants to rest; nil where it may be asked.
    func rest(for url: WebURL) -> Duration? {
        let now = ContinuousClock.now
        return ends.withLock { $0[url.host] }.flatMap { $0 > now ? $0 - now : nil }
    }
}

extension DownloadError {
    /// A host that is not asked again so soon.
    static func resting(_ host: String, _ rest: Duration, after status: String? = nil) -> DownloadError {
        let words = status.map { "\(host) answered \($0) and" } ?? host
        let seconds = Int((rest / .seconds(1)).rounded(.up))
        let time = seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
        return .refused("\(words) wants to be left alone for \(time)", isPassing: false, rest: rest)
    }
}

extension DownloadError {
    /// Whether what came is of no use for another try.
    fileprivate var isFinal: Bool {
        switch self {
        case .unfit, .tooLarge, .taken: true
        default: false
        }
    }

    /// Whether the same may go well some day.
    fileprivate var mayEnd: Bool { if case .unconvertible = self { false } else { true } }

    fileprivate var rest: Duration? { if case .refused(_, _, let rest) = self { rest } else { nil } }
}
