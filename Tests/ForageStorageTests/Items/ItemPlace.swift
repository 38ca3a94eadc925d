import ForageCore
import Platform
import TestPlaces

@testable import ForageStorage

/// The kinds of stores, which must behave alike.
enum StoreKind: String, Sendable, CaseIterable {
    case file, server

    /// The kinds that can be tested here: a server only where PostgreSQL is installed.
    static let available = allCases.filter { $0 == .file || PostgresPlace.shared != nil }
}

/// A place that contains an index of either kind.
final class ItemPlace: Sendable {
    private let folder: ItemFolder
    private let database: SharedDatabase?

    init(_ kind: StoreKind) throws {
        folder = try ItemFolder()
        database = kind == .server ? try SharedDatabase() : nil
    }

    var now: Date { folder.now }

    var hasTroubles: Bool { !folder.troubles.isEmpty || database?.errors.isEmpty == false }

    /// Advances the clock.
    func wait(_ seconds: Double) { folder.wait(seconds) }

    /// Opens the index, as another process would.
    func opened() -> any ItemIndex {
        guard let database else { return folder.opened() }
        return PostgresItemIndex(on: database.server(), limit: 64 << 20, now: { self.now })
    }

    /// Opens an index that contains these items, written one after the other.
    func index(of items: Item...) async -> any ItemIndex {
        let index = opened()
        index.keep(items, until: nil)
        await index.finish()
        return index
    }
}

extension ItemIndex {
    /// The ids of the first matching items.
    func ids(matching words: String?, of provider: ProviderID = "gallery", _ page: Range<Int> = 0..<100) async
        -> [String]
    {
        let page = await items(of: provider, matching: words, page: page)
        return page.items.map(\.item.id.local)
    }
}
