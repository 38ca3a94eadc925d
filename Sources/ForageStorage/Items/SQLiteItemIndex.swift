internal import Database
package import ForageCore
package import Platform

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
    ) async -> StoredPage {
        guard let words else {
            return read { (reader) throws(DatabaseError) in try reader.items(of: provider, page: page) }
                ?? StoredPage()
        }
        guard let match = ItemMatch(words) else { return StoredPage() }
        // One more than is wanted tells whether there is another page.
        let pass = ItemPasses.Pass(match: match, limit: page.upperBound + 1)
        let result = await passes.result(of: pass) { pass in
            self.completeIndex()
            return self.read { (reader) throws(DatabaseError) in try reader.best(of: pass) } ?? [:]
        }
        return read { (reader) throws(DatabaseError) in
            try reader.items(of: provider, in: result, page: page)
        } ?? StoredPage()
    }

    /// Puts items that were kept since into the index, before it is searched.
    func completeIndex(by deadline: ContinuousClock.Instant? = nil) {
        guard read({ (reader) throws(DatabaseError) in try reader.hasUnindexed() }) == true else { return }
        _ = keeper.write { (writer) throws(DatabaseError) in try writer.indexAll(by: deadline) }
    }

    /// The item of an id, if it was ever met.
    @concurrent
    package func item(_ id: ItemID) async -> StoredItem? {
        read { (reader) throws(DatabaseError) in try reader.item(id) } ?? nil
    }

    /// Reads something; nil when there is nothing that can be read.
    func read<Result: Sendable>(_ work: (inout ItemReader) throws(DatabaseError) -> Result) -> Result? {
        try? reading(work)
    }

    /// The same, for who wants to know why it cannot be read.
    func reading<Result: Sendable>(
        _ work: (inout ItemReader) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        let identity = settings.file.identity
        do throws(DatabaseError) {
            return try readers.read(work)
        } catch {
            keeper.setAside(after: error, identity)
            throw error
        }
    }
}

extension SQLiteItemIndex: Suggester {
    @concurrent
    package func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] {
        completeIndex(by: deadline)
        let found = read { (reader) throws(DatabaseError) in
            try reader.suggestions(for: query, of: providers, by: deadline)
        }
        return found?.map(\.description) ?? []
    }
}

extension SQLiteItemIndex {
    /// What there is, by provider and kind.
    @concurrent
    package func shares() async -> [StorageShare] {
        read { (reader) throws(DatabaseError) in try reader.shares() } ?? []
    }

    /// Why what is there cannot be read, if so.
    package var obstacle: ReadingObstacle? {
        ReadingObstacle(to: settings.file) { () throws(DatabaseError) in
            try reading { (reader) throws(DatabaseError) in _ = try reader.database.schemaVersion() }
        }
    }

    /// How many bytes it takes on the disk, its log counted.
    package var byteCount: Int {
        settings.file.byteCount + settings.file.logByteCount
    }

    /// Hands out every item, one after the other, in the order in which each provider's were met.
    ///
    /// Only a few of them are in memory at once, and whoever writes meanwhile need not wait.
    package func each<Failure: Error>(
        _ look: (StoredItem) async throws(Failure) -> Void
    ) async throws(Failure) {
        var number = 0
        while true {
            let batch = await batch(after: number)
            guard let last = batch.last else { return }
            for case let item? in batch.map(\.item) { try await look(item) }
            number = last.number
        }
    }

    /// Drops what must be gone by the terms of its service.
    ///
    /// - Returns: How many items.
    @concurrent
    package func prune() async -> Int {
        guard settings.file.exists else { return 0 }
        return keeper.write { (writer) throws(DatabaseError) in try writer.prune() } ?? 0
    }

    /// Drops everything, or everything of one provider.
    ///
    /// - Returns: How many items.
    @concurrent
    package func clear(_ provider: ProviderID? = nil) async -> Int {
        guard settings.file.exists else { return 0 }
        return keeper.write { (writer) throws(DatabaseError) in
            if let provider { try writer.clear(provider) } else { try writer.clear() }
        } ?? 0
    }

    /// Reads everything, and drops what is not what was written.
    @concurrent
    package func verify() async -> IndexVerification {
        guard settings.file.exists else { return IndexVerification() }
        return keeper.write { (writer) throws(DatabaseError) in try writer.verify() } ?? IndexVerification()
    }

    @concurrent
    private func batch(after number: Int) async -> [(number: Int, item: StoredItem?)] {
        read { (reader) throws(DatabaseError) in try reader.items(after: number, count: 256) } ?? []
    }
}

/// What there is of one provider and kind.
package struct StorageShare: Hashable, Sendable {
    package let provider: ProviderID
    package let kind: Kind
    package let count: Int
    /// How many bytes the items take as they are written, without the index.
    package let byteCount: Int
}

/// What came out when everything was read.
package struct IndexVerification: Hashable, Sendable {
    /// How many items there were.
    package var count: Int
    /// How many of them were not what was written, and were dropped.
    package var damagedCount: Int
    /// Whether the index agrees with itself.
    package var isIndexSound: Bool

    package init(count: Int = 0, damagedCount: Int = 0, isIndexSound: Bool = true) {
        self.count = count
        self.damagedCount = damagedCount
        self.isIndexSound = isIndexSound
    }
}

/// What the parts of an index have in common.
struct ItemSettings: Sendable {
    let folder: String
    let budget: ItemBudget
    /// For how long nothing is kept after something could not be.
    let pause: Duration
    let now: @Sendable () -> Date

    var file: DatabaseFile { DatabaseFile(folder + "/items.sqlite") }

    /// The time as it stands in rows.
    var time: Double { now().timeIntervalSinceReferenceDate }

    /// Makes the folder, its owner's alone. That it could not be made shows when the file is opened.
    func createFolder() {
        try? LocalFolder.make(folder, permissions: 0o700)
    }
}

/// A page of what was kept.
package struct StoredPage: Hashable, Sendable {
    /// The items; fewer than were wanted where some of them may no longer be shown.
    package var items: [StoredItem]
    /// How many the next page passes over; nil where there is none.
    package var next: Int?

    /// Describes a page.
    package init(_ items: [StoredItem] = [], next: Int? = nil) {
        self.items = items
        self.next = next
    }
}
