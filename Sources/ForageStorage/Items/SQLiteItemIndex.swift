internal import Database
package import ForageCore
package import Platform

/// A store of items for later searches without a request: an SQLite file, `items.sqlite`, with full-text search. Like a
/// ``ResponseStore``, it never makes a search fail.
///
/// It is separate from the file of answers, because merging the segments of a full-text index takes long, which would
/// block the storage of answers, and its intermediate size is unpredictable, which would prevent a strict limit for
/// answers.
///
/// Any number of processes may use one file at once. Items are written shortly afterwards in the background;
/// ``finish()`` waits for that.
package final class SQLiteItemIndex: ItemIndex {
    let settings: ItemSettings
    let keeper: ItemKeeper
    private let queue: ItemQueue
    private let readers: ItemReaders
    private let passes = ItemPasses<ItemPass.Result>()

    /// Opens an index, which is created with the first items.
    ///
    /// - Parameters:
    ///   - folder: The folder of its file.
    ///   - limit: The maximum size on disk in bytes, including the log; at least 4 MiB.
    ///   - pause: The time without writes after a failed one.
    ///   - now: Returns the current time.
    ///   - warn: Receives each kind of error once; the search continues.
    package init(
        folder: String, limit: Int, pause: Duration = .seconds(60),
        now: @escaping @Sendable () -> Date = { Date() },
        warn: @escaping @Sendable (StoreTrouble) -> Void = { _ in }
    ) {
        settings = ItemSettings(folder: folder, budget: ItemBudget(byteCount: limit), pause: pause, now: now)
        let keeper = ItemKeeper(settings, Troubles(warn))
        self.keeper = keeper
        queue = ItemQueue { batch in
            _ = keeper.write { (writer) throws(DatabaseError) in try writer.keep(batch) }
        }
        readers = ItemReaders(settings)
    }

    package func keep(_ items: [Item], until end: Date?) {
        let now = settings.now()
        guard !items.isEmpty, end.map({ $0 > now }) ?? true else { return }
        queue.add(ItemBatch(items: items, metAt: now, end: end))
    }

    @concurrent
    package func add(_ items: [Item], metAt time: Date, until end: Date?) async -> Bool {
        let batch = ItemBatch(items: items, metAt: time, end: end)
        return keeper.write { (writer) throws(DatabaseError) in try writer.keep(batch) } ?? false
    }

    package func finish() async { await queue.finish() }

    @concurrent
    package func items(
        of provider: ProviderID, matching words: String?, page: Range<Int>
    ) async -> StoredPage {
        guard let words else {
            return read { (reader) throws(DatabaseError) in try reader.items(of: provider, page: page) }
                ?? StoredPage()
        }
        guard let match = ItemMatch(words) else { return StoredPage() }
        // One additional item shows whether there is another page.
        let pass = ItemPass(match: match, limit: page.upperBound + 1)
        let result = await passes.result(of: pass) { pass in
            self.completeIndex()
            return self.read { (reader) throws(DatabaseError) in try reader.best(of: pass) } ?? [:]
        }
        return read { (reader) throws(DatabaseError) in
            try reader.items(of: provider, in: result, page: page)
        } ?? StoredPage()
    }

    /// Indexes recently stored items before a search.
    func completeIndex(by deadline: ContinuousClock.Instant? = nil) {
        guard read({ (reader) throws(DatabaseError) in try reader.hasUnindexed() }) == true else { return }
        _ = keeper.write { (writer) throws(DatabaseError) in try writer.indexAll(by: deadline) }
    }

    @concurrent
    package func item(_ id: ItemID) async -> StoredItem? {
        read { (reader) throws(DatabaseError) in try reader.item(id) } ?? nil
    }

    @concurrent
    package func keep(_ picture: MetPicture) async {
        _ = keeper.write { (writer) throws(DatabaseError) in try writer.keep(picture) }
    }

    @concurrent
    package func pictures(_ query: PictureQuery) async -> [MetPicture] {
        read { (reader) throws(DatabaseError) in try reader.pictures(query) } ?? []
    }

    /// Runs a read; returns nil if nothing can be read.
    func read<Result: Sendable>(_ work: (inout ItemReader) throws(DatabaseError) -> Result) -> Result? {
        try? reading(work)
    }

    /// Does the same, but throws the reason if the file cannot be read.
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

extension SQLiteItemIndex {
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
    @concurrent
    package func completions(
        of text: String, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] {
        completeIndex(by: deadline)
        return read { (reader) throws(DatabaseError) in
            try reader.completions(of: text, of: providers, by: deadline)
        } ?? []
    }
}

extension SQLiteItemIndex {
    /// Returns the number and size of the items, by provider and kind.
    @concurrent
    package func shares() async -> [StorageShare] {
        read { (reader) throws(DatabaseError) in try reader.shares() } ?? []
    }

    /// The reason why the file cannot be read; nil if there is none.
    package var obstacle: ReadFailure? {
        ReadFailure(to: settings.file) { () throws(DatabaseError) in
            try reading { (reader) throws(DatabaseError) in _ = try reader.database.schemaVersion() }
        }
    }

    /// The size on disk in bytes, including the log.
    package var byteCount: Int {
        settings.file.byteCount + settings.file.logByteCount
    }

    /// Passes every item to a function, in the order in which each provider's items were found.
    ///
    /// Only a few items are in memory at once, and writers are not blocked.
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

    /// Deletes the items that have expired according to their service's terms.
    ///
    /// - Returns: The number of items.
    @concurrent
    package func prune() async -> Int {
        guard settings.file.exists else { return 0 }
        return keeper.write { (writer) throws(DatabaseError) in try writer.prune() } ?? 0
    }

    /// Deletes all items, or those of one provider.
    ///
    /// - Returns: The number of items.
    @concurrent
    package func clear(_ provider: ProviderID? = nil) async -> Int {
        guard settings.file.exists else { return 0 }
        return keeper.write { (writer) throws(DatabaseError) in
            if let provider { try writer.clear(provider) } else { try writer.clear() }
        } ?? 0
    }

    /// Reads all items and deletes damaged ones.
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

/// The number and size of the items of one provider and kind.
package struct StorageShare: Hashable, Sendable {
    package let provider: ProviderID
    package let kind: Kind
    package let count: Int
    /// The size of the items in bytes, without the index.
    package let byteCount: Int
}

/// The result of a verification.
package struct IndexVerification: Hashable, Sendable {
    /// The number of items.
    package var count: Int
    /// The number of damaged items, which were deleted.
    package var damagedCount: Int
    /// Indicates whether the index is consistent.
    package var isIndexSound: Bool

    package init(count: Int = 0, damagedCount: Int = 0, isIndexSound: Bool = true) {
        self.count = count
        self.damagedCount = damagedCount
        self.isIndexSound = isIndexSound
    }
}

/// The settings that the parts of an index share.
struct ItemSettings: Sendable {
    let folder: String
    let budget: ItemBudget
    /// The time without writes after a failed one.
    let pause: Duration
    let now: @Sendable () -> Date

    var file: DatabaseFile { DatabaseFile(folder + "/items.sqlite") }

    /// The current time in the format of the rows.
    var time: Double { now().timeIntervalSinceReferenceDate }

    /// Creates the folder for its owner alone. An error becomes apparent when the file is opened.
    func createFolder() {
        try? LocalFolder.make(folder, permissions: 0o700)
    }
}
