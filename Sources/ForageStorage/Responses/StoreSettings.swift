internal import ForageCore
internal import Platform

/// The settings that the parts of a store share.
struct StoreSettings: Sendable {
    let folder: StoreFolder
    let budget: Budget
    /// The number of bytes of the file to map into memory instead of copying them.
    let mappedByteCount: Int
    /// The time without writes after a failed one.
    let pause: Duration
    let now: @Sendable () -> Date
    let expiry: @Sendable (StoredResponse) -> Date?

    /// The current time in the format of the rows.
    var time: Double { now().timeIntervalSinceReferenceDate }
}

/// The maximum size of a store on disk, and its distribution.
struct Budget: Hashable, Sendable {
    /// The maximum size of all files together.
    let byteCount: Int

    init(byteCount: Int) { self.byteCount = max(byteCount, Self.least) }

    /// The maximum size of the log. Its space is reserved, because the log cannot shrink during a read.
    var logByteCount: Int { min(byteCount / 8, 8 << 20) }

    /// The number of pages at which the log is copied into the file: after every few answers, so that none waits for
    /// many others.
    var foldingPageCount: Int { logPageCount / 96 }

    /// The maximum number of entries that one transaction deletes.
    var stepCount: Int { min(max(logPageCount / 32, 8), 64) }

    /// The maximum number of pages that one transaction moves to shrink the file.
    var shrinkingPageCount: Int { logPageCount / 8 }

    /// Returns the maximum size that one transaction adds to the log.
    func logByteCount(forPages count: Int) -> Int {
        (2 * count + 6 * stepCount + shrinkingPageCount) * (StoreSchema.pageByteCount + 24)
    }

    private var logPageCount: Int { logByteCount / (StoreSchema.pageByteCount + 24) }

    /// The size that remains for pages and files, without the log, its index and the lock.
    var share: Int { byteCount - logByteCount - (128 << 10) }

    /// The size to which a full store is trimmed.
    var trimmedShare: Int { share / 10 * 9 }

    /// The maximum size of a body; a larger one would displace too many others.
    var largestBody: Int { share / 4 }

    /// The minimum size, which a log and empty tables need.
    static let least = 8 << 20
}

/// The pause in writing after a failed write, since its cause usually persists for a while.
struct WritingPause {
    private var end: ContinuousClock.Instant?

    var isOn: Bool { end.map { .now < $0 } ?? false }

    mutating func begin(for duration: Duration) { end = .now + duration }
}
