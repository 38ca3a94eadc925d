internal import Database
internal import Essentials
internal import ForageCore

/// One connection that reads kept items.
struct ItemReader: ~Copyable {
    let identity: UInt64?
    private let settings: ItemSettings
    private var database: Connection

    /// Opens the file; nil when there is none yet.
    init?(_ settings: ItemSettings) throws(DatabaseFault) {
        let identity = settings.file.identity
        guard identity != nil, let database = try Self.open(settings) else { return nil }
        self.database = database
        self.settings = settings
        self.identity = identity
    }

    private static func open(_ settings: ItemSettings) throws(DatabaseFault) -> Connection? {
        // The index of the log has to be written even to read.
        var database = try Connection(settings.file.path, .writing)
        let version = try database.schemaVersion()
        guard version <= ItemSchema.steps.count else { throw .newer(version: version) }
        // The program that makes it has not come to its tables yet.
        guard version == ItemSchema.steps.count else { return nil }
        return database
    }

    /// Items of a provider that match, the best first, or all of them, the newest first.
    mutating func items(
        of provider: ProviderID, matching match: ItemMatch?, page: Range<Int>
    ) throws(DatabaseFault) -> KeptPage {
        let number = try database.first("SELECT number FROM provider WHERE name = ?", provider.name) {
            $0.int(0)
        }
        guard let number else { return KeptPage() }
        // One more than is wanted tells whether there is another page.
        let found = try read(Found(ItemSchema.numbers(ofProvider: number), match, page), of: provider)
        let items = found.prefix(page.count).compactMap { $0 }
        return KeptPage(items, next: found.count > page.count ? page.upperBound : nil)
    }

    /// The item of an id.
    mutating func item(_ id: ItemID) throws(DatabaseFault) -> KeptItem? {
        let time = settings.time
        let item = try database.first(
            """
            SELECT \(ItemRow.columns) FROM item
            WHERE provider = (SELECT number FROM provider WHERE name = ?) AND local_id = ?
            """, id.provider.name, id.local
        ) { ItemRow($0)?.kept(of: id.provider, at: time) }
        return item ?? nil
    }

    /// A batch of items in the order of their numbers.
    mutating func items(after number: Int, count: Int) throws(DatabaseFault) -> [(
        number: Int, item: KeptItem?
    )] {
        let time = settings.time
        return try database.rows(
            """
            SELECT \(ItemRow.columns), item.number, provider.name FROM item
            JOIN provider ON provider.number = item.provider
            WHERE item.number > ? ORDER BY item.number LIMIT ?
            """, number, count
        ) { row in
            (row.int(4), ProviderID(row.text(5)).flatMap { ItemRow(row)?.kept(of: $0, at: time) })
        }
    }

    /// What there is, by provider and kind.
    mutating func shares() throws(DatabaseFault) -> [KeptShare] {
        try database.rows(
            """
            SELECT name, kind, count(*), sum(length(written)) FROM item
            JOIN provider ON provider.number = item.provider GROUP BY name, kind ORDER BY name, kind
            """
        ) { row in
            guard let provider = ProviderID(row.text(0)), let kind = Kind(rawValue: row.text(1)) else {
                return nil
            }
            return KeptShare(provider: provider, kind: kind, count: row.int(2), byteCount: row.int(3))
        }.compactMap { $0 }
    }

    private mutating func read(
        _ found: Found, of provider: ProviderID
    ) throws(DatabaseFault) -> [KeptItem?] {
        let time = settings.time
        var items: [KeptItem?] = []
        try database.each(found.statement, found.values) { row in
            items.append(ItemRow(row)?.kept(of: provider, at: time))
            return true
        }
        return items
    }
}
