package import ForageCore
package import ForageStorage
internal import Platform

extension TeamStore {
    /// The numbers of entries that were copied.
    package struct CopyCount: Hashable, Sendable {
        package var answers = 0
        package var items = 0
        package var files = 0
        package var collections = 0
        /// False if one of the stores could not be used to the end.
        package var isComplete = true
    }

    /// Copies the contents of a cache, an archive and collections into the shared store. What is newer there stays.
    ///
    /// - Parameters:
    ///   - cache: The cache, which is not changed.
    ///   - archive: The archive, which is not changed.
    ///   - collections: The collections, which are not changed.
    ///   - configuration: The configuration, whose providers' terms limit how long items may be stored.
    ///   - progress: Called after each step.
    /// - Returns: The numbers of entries.
    package func takeOver(
        _ cache: Cache, _ archive: any KeptFileArchive, _ collections: any CollectionStore,
        _ configuration: Configuration, progress: @escaping (CopyCount) async -> Void
    ) async -> CopyCount {
        var count = CopyCount()
        if let own = cache.ownItems {
            let items = items(upTo: configuration.cache.shares.items)
            await copyItems(configuration, from: own, to: items, &count, progress) { add in
                await own.each { await add($0) }
                return true
            }
        }
        if let own = cache.responses {
            let answers = answers(before: own, configuration)
            var place = 0
            while let batch = await own.responses(after: place) {
                for response in batch.responses {
                    guard let body = await own.body(of: response) else { continue }
                    await answers.store(response, body: body)
                    count.answers += 1
                }
                place = batch.place
                await progress(count)
            }
        }
        var entries: [ArchiveEntry] = []
        count.isComplete = archive.each { entries.append($0) } && count.isComplete
        let files = PostgresFileArchive(on: server)
        for start in stride(from: 0, to: entries.count, by: 1_000) {
            let added = files.add(Array(entries[start..<min(start + 1_000, entries.count)]))
            count.files += added ?? 0
            count.isComplete = count.isComplete && added != nil
        }
        copyCollections(from: collections, to: self.collections, &count)
        count.isComplete = await server.isUsable() && count.isComplete
        return count
    }

    /// Copies the contents of the shared store into a cache, an archive and collections.
    ///
    /// - Parameters:
    ///   - cache: The cache.
    ///   - archive: The archive of files.
    ///   - collections: The collections.
    ///   - configuration: The configuration, whose providers' terms limit how long items may be stored.
    ///   - progress: Called after each step.
    /// - Returns: The numbers of entries.
    package func copy(
        to cache: Cache, _ archive: any KeptFileArchive, _ collections: any CollectionStore,
        _ configuration: Configuration, progress: @escaping (CopyCount) async -> Void
    ) async -> CopyCount {
        var count = CopyCount()
        if let own = cache.ownItems {
            let items = items(upTo: configuration.cache.shares.items)
            await copyItems(configuration, from: items, to: own, &count, progress) { add in
                await items.each { await add($0) }
            }
        }
        if let own = cache.responses {
            let isRead = await answers(before: own, configuration).each { response, body in
                await own.store(response, body: body)
                count.answers += 1
                if count.answers.isMultiple(of: 64) { await progress(count) }
            }
            count.isComplete = count.isComplete && isRead
        }
        let isListed = self.archive.each { entry in
            guard let id = ItemID(entry.id) else { return }
            archive.note(id, size: entry.size)
            count.files += 1
        }
        count.isComplete = count.isComplete && isListed && archive.trouble == nil
        copyCollections(from: self.collections, to: collections, &count)
        return count
    }

    private func copyCollections(
        from store: any CollectionStore, to other: any CollectionStore, _ count: inout CopyCount
    ) {
        let collections = store.collections()
        for collection in collections ?? [] {
            let isCopied = store.items(of: collection.name).map {
                other.change(collection.name, adding: $0, removing: [])
            }
            count.collections += isCopied == true ? 1 : 0
            count.isComplete = count.isComplete && isCopied == true
        }
        count.isComplete = count.isComplete && collections != nil
    }

    private func answers(before local: any SharedStore, _ configuration: Configuration) -> PostgresStore {
        PostgresStore(on: server, before: local, limit: configuration.cache.shares.answers)
    }

    /// Copies items with the looks of their pictures, in batches of those that were found at the same time.
    private func copyItems(
        _ configuration: Configuration, from source: any ItemIndex, to index: any ItemIndex,
        _ count: inout CopyCount, _ progress: @escaping (CopyCount) async -> Void,
        from each: ((StoredItem) async -> Void) async -> Bool
    ) async {
        var batch: [StoredItem] = []
        var copied = count
        func write() async {
            guard let first = batch.first else { return }
            let age = configuration[first.item.id.provider]?.caching.greatestAge
            let end = age.map { first.metAt + TimeInterval($0 / .seconds(1)) }
            if end.map({ $0 > Date() }) ?? true {
                let isAdded = await index.add(
                    batch.reversed().map(\.item), metAt: first.metAt, until: end)
                copied.items += isAdded ? batch.count : 0
                copied.isComplete = copied.isComplete && isAdded
                for stored in batch {
                    for picture in await source.pictures(.of(stored.item.id)) { await index.keep(picture) }
                }
            }
            batch = []
        }
        let isRead = await each { stored in
            let isOther =
                batch.first.map {
                    $0.metAt != stored.metAt || $0.item.id.provider != stored.item.id.provider
                } ?? false
            if isOther || batch.count == 256 {
                await write()
                await progress(copied)
            }
            batch.append(stored)
        }
        await write()
        copied.isComplete = copied.isComplete && isRead
        count = copied
    }
}
