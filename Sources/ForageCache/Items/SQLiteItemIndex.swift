internal import Database
package import Essentials
package import ForageCore

/// An index of items in an SQLite file, `items.sqlite`, with full-text search.
///
/// It is a file of its own beside the stored answers: joining the pieces of a full-text index is long work, which
/// would keep answers from being stored, and what it writes on the way cannot be foretold, which would leave them
/// no firm bound.
///
/// Any number of processes may use one file at once. What is kept is written soon after, away from the caller;
/// ``finish()`` waits for it.
package final class SQLiteItemIndex: ItemIndex {
    let settings: ItemSettings
    let keeper: ItemKeeper
    private let readers: ItemReaders
    private let passes = ItemPasses()

    /// Uses an index, or makes one with the first items.
    ///
    /// - Parameters:
    ///   - folder: The folder in which its file is.
    ///   - limit: How many bytes it may take on the disk, its log counted; at least 4 MiB.
    ///   - now: Tells the time.
    ///   - warn: Is told what could not be done, once for each reason; the search goes on.
    package init(
        folder: String, limit: Int, now: @escaping @Sendable () -> Date = { Date() },
        warn: @escaping @Sendable (StoreTrouble) -> Void = { _ in }
    ) {
        settings = ItemSettings(folder: folder, budget: ItemBudget(byteCount: limit), now: now)
        keeper = ItemKeeper(settings, Troubles(warn))
        readers = ItemReaders(settings)
    }

    package func keep(_ items: [Item], until end: Date?) async {
        let now = settings.now()
        guard !items.isEmpty, end.map({ $0 > now }) ?? true else { return }
        keeper.keep(ItemBatch(items: items, metAt: now, end: end))
    }

    /// Waits until everything is written that was handed over.
    package func finish() async { await keeper.finish() }

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
            self.read { (reader) throws(DatabaseFault) in try reader.best(of: pass) } ?? [:]
        }
        return read { (reader) throws(DatabaseFault) in
            try reader.items(of: provider, in: result, page: page)
        } ?? KeptPage()
    }

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
