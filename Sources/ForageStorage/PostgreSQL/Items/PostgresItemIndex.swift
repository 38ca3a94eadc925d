internal import Database
package import ForageCore
package import Platform

/// A store of found items that several machines share, with full-text search.
///
/// It finds what ``SQLiteItemIndex`` finds, in the same order. Only if there are many matches, those to be ranked are
/// selected by a simpler rank of PostgreSQL, and counts are estimated.
package final class PostgresItemIndex: ItemIndex {
    private let server: PostgresServer
    private let limit: Int
    private let queue: ItemQueue
    private let now: @Sendable () -> Date
    private let passes = ItemPasses<[ProviderID: [Int]]>()

    /// - Parameters:
    ///   - server: The server.
    ///   - limit: The maximum size of all items in bytes.
    ///   - now: This machine's clock.
    package init(
        on server: PostgresServer, limit: Int, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.server = server
        self.now = now
        self.limit = limit
        queue = ItemQueue { _ = await server.keep($0, upTo: limit, at: now()) }
    }

    package func keep(_ items: [Item], until end: Date?) {
        let now = now()
        guard !items.isEmpty, end.map({ $0 > now }) ?? true else { return }
        queue.add(ItemBatch(items: items, metAt: now, end: end))
    }

    package func add(_ items: [Item], metAt time: Date, until end: Date?) async -> Bool {
        await server.keep(ItemBatch(items: items, metAt: time, end: end), upTo: limit, at: now())
    }

    package func finish() async { await queue.finish() }

    package func items(
        of provider: ProviderID, matching words: String?, page: Range<Int>
    ) async -> StoredPage {
        let time = time
        guard let words else {
            return await server.read { (server) throws(DatabaseError) in
                try server.items(of: provider, page: page, at: time)
            } ?? StoredPage()
        }
        guard let match = ItemMatch(words) else { return StoredPage() }
        // One additional item shows whether there is another page.
        let pass = ItemPass(match: match, limit: page.upperBound + 1)
        let best = await passes.result(of: pass) { [server] pass in
            await server.read(within: Self.patience) { (server) throws(DatabaseError) in
                try server.best(of: pass)
            } ?? [:]
        }
        return await server.read { (server) throws(DatabaseError) in
            try server.items(of: provider, numbered: best[provider] ?? [], page: page, at: time)
        } ?? StoredPage()
    }

    package func item(_ id: ItemID) async -> StoredItem? {
        let time = time
        return await server.read { (server) throws(DatabaseError) in try server.item(id, at: time) } ?? nil
    }

    package func keep(_ picture: MetPicture) async {
        // The table refers to the item, which may still be in the queue.
        await finish()
        let greatestCount = limit / 4 / (4 << 10)
        _ = await server.write { (server) throws(DatabaseError) in
            try server.keep(picture, upTo: greatestCount)
        }
    }

    package func pictures(_ query: PictureQuery) async -> [MetPicture] {
        await server.read { (server) throws(DatabaseError) in try server.pictures(query) } ?? []
    }

    package func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] {
        let time = time
        let found = await server.read(within: Self.patience) { (server) throws(DatabaseError) in
            try server.suggestions(for: query, of: providers, at: time, by: deadline)
        }
        return found?.map(\.description) ?? []
    }

    package func completions(
        of text: String, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] {
        guard let match = ItemMatch(text), let completions = Completions(text) else { return [] }
        let (pass, time) = (ItemPass(match: match, limit: 24), time)
        return await server.read(within: Self.patience) { (server) throws(DatabaseError) in
            var completions = completions
            let best = try server.best(of: pass)
            for provider in providers where ContinuousClock.now < deadline {
                let page = try server.items(
                    of: provider, numbered: best[provider] ?? [], page: 0..<pass.limit, at: time)
                for item in page.items { completions.add(item.item) }
            }
            return completions.best
        } ?? []
    }

    /// The time to wait for a full-text search. Nothing of it is needed unless a service fails or is not asked.
    private static let patience = Duration.seconds(1)

    private var time: Double { now().timeIntervalSinceReferenceDate }
}

extension PostgresItemIndex {
    /// Passes every item to a function, in the order in which each provider's items were found.
    ///
    /// - Returns: False if the server could not be used to the end.
    package func each<Failure: Error>(
        _ look: (StoredItem) async throws(Failure) -> Void
    ) async throws(Failure) -> Bool {
        var place = ("", 0)
        while true {
            let (last, time) = (place, time)
            let batch = await server.write { (server) throws(DatabaseError) in
                try server.items(after: last, count: 256, at: time)
            }
            guard let batch else { return false }
            guard let end = batch.last else { return true }
            for case let item? in batch.map(\.item) { try await look(item) }
            place = end.place
        }
    }
}

extension PostgresServer {
    /// Stores a batch, and deletes expired items, and the oldest if there is no room for all; returns false if that
    /// failed.
    fileprivate func keep(_ batch: ItemBatch, upTo limit: Int, at now: Date) async -> Bool {
        let time = now.timeIntervalSinceReferenceDate
        let total = await write { (server) throws(DatabaseError) in
            try server.keep(batch, at: time)
            return try server.dropExpiredItems()
        }
        guard var size = total else { return false }
        while size > limit {
            let rest = await write { (server) throws(DatabaseError) in try server.dropOldestItems() }
            guard let rest, rest < size else { return false }
            size = rest
        }
        return true
    }
}
