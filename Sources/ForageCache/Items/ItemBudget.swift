/// How many bytes kept items may take on the disk, and how they are shared out.
struct ItemBudget: Hashable, Sendable {
    let byteCount: Int

    init(byteCount: Int) { self.byteCount = max(byteCount, Self.least) }

    /// What the log may take.
    var logByteCount: Int { min(byteCount / 4, 16 << 20) }

    /// At how many pages the log is folded in: so many that few searches wait for the disk, and no more than is read
    /// in no time by whoever opens the file next.
    var foldingPageCount: Int { min(logByteCount / 4 / ItemSchema.pageByteCount, 512) }

    /// How many pages the file may have; the index of the log and the lock take a little as well.
    var pageCount: Int { (byteCount - logByteCount - (64 << 10)) / ItemSchema.pageByteCount }

    /// From how many pages in use on the oldest items go. Taking them out of the index needs some room first.
    var fullPageCount: Int { pageCount / 10 * 9 }

    /// An item that is larger was not made for a list, or would cost too many others.
    var greatestItemByteCount: Int { min(byteCount / 256, 256 << 10) }

    /// Less could not hold a log and a few pages of results.
    static let least = 4 << 20
}
