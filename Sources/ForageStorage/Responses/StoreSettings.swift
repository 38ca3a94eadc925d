internal import ForageCore
internal import Platform

/// What the parts of a store have in common.
struct StoreSettings: Sendable {
    let folder: StoreFolder
    let budget: Budget
    /// How much of the file is read as memory, in place of being copied piece by piece.
    let mappedByteCount: Int
    /// For how long nothing is stored after something could not be.
    let pause: Duration
    let now: @Sendable () -> Date
    let expiry: @Sendable (StoredResponse) -> Date?

    /// The time as it stands in rows.
    var time: Double { now().timeIntervalSinceReferenceDate }
}

/// How many bytes a store may take on the disk, and how they are shared out.
struct Budget: Hashable, Sendable {
    /// What all its files together never pass.
    let byteCount: Int

    init(byteCount: Int) { self.byteCount = max(byteCount, Self.least) }

    /// What the log may take. It cannot be made smaller while somebody reads, so its room is set apart.
    var logByteCount: Int { min(byteCount / 8, 8 << 20) }

    /// At how many pages the log is folded in: after every few answers, so that none waits for many others.
    var foldingPageCount: Int { logPageCount / 96 }

    /// How many entries one transaction drops at most.
    var stepCount: Int { min(max(logPageCount / 32, 8), 64) }

    /// How many pages one transaction moves at most to make the file shorter.
    var shrinkingPageCount: Int { logPageCount / 8 }

    /// What one transaction may add to the log.
    func logByteCount(forPages count: Int) -> Int {
        (2 * count + 6 * stepCount + shrinkingPageCount) * (StoreSchema.pageByteCount + 24)
    }

    private var logPageCount: Int { logByteCount / (StoreSchema.pageByteCount + 24) }

    /// What is left for pages and files, the index of the log and the lock taken off.
    var share: Int { byteCount - logByteCount - (128 << 10) }

    /// How far the store is trimmed once it is full.
    var trimmedShare: Int { share / 10 * 9 }

    /// One body larger than this would cost too many others.
    var largestBody: Int { share / 4 }

    /// Less could not hold a log and the empty tables.
    static let least = 8 << 20
}

/// The while in which nothing is written, after something could not be: what was in the way mostly stays for longer.
struct WritingPause {
    private var end: ContinuousClock.Instant?

    var isOn: Bool { end.map { .now < $0 } ?? false }

    mutating func begin(for duration: Duration) { end = .now + duration }
}
