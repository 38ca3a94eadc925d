internal import Database
package import Essentials
package import ForageCore

/// Where items that were met are kept, to be found again without asking anybody: an SQLite file, `items.sqlite`, with
/// full-text search. Like a ``ResponseStore`` it never fails a search.
///
/// It is a file of its own beside the stored answers: joining the pieces of a full-text index is long work, which
/// would keep answers from being stored, and what it writes on the way cannot be foretold, which would leave them
/// no firm bound.
///
/// Any number of processes may use one file at once. What is kept is written soon after, away from the caller;
/// ``finish()`` waits for it.
package final class SQLiteItemIndex: Sendable {
    let settings: ItemSettings
    let keeper: ItemKeeper
    private let readers: ItemReaders
    private let passes = ItemPasses()

    /// Uses an index, or makes one with the first items.
    ///
    /// - Parameters:
    ///   - folder: The folder in which its file is.
    ///   - limit: How many bytes it may take on the disk, its log counted; at least 4 MiB.
    ///   - pause: For how long nothing is kept after something could not be.
    ///   - now: Tells the time.
    ///   - warn: Is told what could not be done, once for each reason; the search goes on.
    package init(
        folder: String, limit: Int, pause: Duration = .seconds(60),
        now: @escaping @Sendable () -> Date = { Date() },
        warn: @escaping @Sendable (StoreTrouble) -> Void = { _ in }
    ) {
        settings = ItemSettings(folder: folder, budget: ItemBudget(byteCount: limit), pause: pause, now: now)
        keeper = ItemKeeper(settings, Troubles(warn))
        readers = ItemReaders(settings)
    }

    /// Keeps items as they came, each in place of the one with its id.
    ///
    /// - Parameters:
    ///   - items: The items, the best first.
    ///   - end: When they must be gone, because the service's terms say so; nil where nothing limits it.
    package func keep(_ items: [Item], until end: Date?) {
        let now = settings.now()
        guard !items.isEmpty, end.map({ $0 > now }) ?? true else { return }
        keeper.keep(ItemBatch(items: items, metAt: now, end: end))
    }

    /// Waits until everything is written that was handed over.
    package func finish() async { await keeper.finish() }

    /// Items of a provider that match words, the best first, or all of them, the newest first.
    ///
    /// - Parameters:
    ///   - provider: Whose items.
    ///   - words: What was searched for; nil for everything.
    ///   - page: Which of them: how many are passed over, and how many are wanted at most.
    /// - Returns: The items, each with the time when it was met.
    @concurrent
    package func items(
        of provider: ProviderID, matching words: String?, page: Range<Int>
    ) async -> KeptPage {
        guard let words else {
            return read { (reader) throws(DatabaseFault) in try reader.items(of: provider, page: page) }
                ?? KeptPage()
        }
        guard let match = ItemMatch(words) else { return KeptPage() }
        // One more than is wanted tells whether there is another page.
        let pass = ItemPasses.Pass(match: match, limit: page.upperBound + 1)
        let result = await passes.result(of: pass) { pass in
            self.completeIndex()
            return self.read { (reader) throws(DatabaseFault) in try reader.best(of: pass) } ?? [:]
        }
        return read { (reader) throws(DatabaseFault) in
            try reader.items(of: provider, in: result, page: page)
        } ?? KeptPage()
    }

    /// Puts items that were kept since into the index, before it is searched.
    func completeIndex(by deadline: ContinuousClock.Instant? = nil) {
        guard read({ (reader) throws(DatabaseFault) in try reader.hasUnindexed() }) == true else { return }
        _ = keeper.write { (writer) throws(DatabaseFault) in try writer.indexAll(by: deadline) }
    }

    /// The item of an id, if it was ever met.
    @concurrent
    package func item(_ id: ItemID) async -> KeptItem? {
        read { (reader) throws(DatabaseFault) in try reader.item(id) } ?? nil
    }

    /// Reads something; nil when there is nothing that can be read.
    func read<Result: Sendable>(_ work: (inout ItemReader) throws(DatabaseFault) -> Result) -> Result? {
        try? reading(work)
    }

    /// The same, for who wants to know why it cannot be read.
    func reading<Result: Sendable>(
        _ work: (inout ItemReader) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result? {
        let identity = settings.file.identity
        do throws(DatabaseFault) {
            return try readers.read(work)
        } catch {
            keeper.setAside(after: error, identity)
            throw error
        }
    }
}
