internal import Database
internal import Essentials
internal import ForageCore

/// How an item stands in a row of the table `item`.
struct ItemRow {
    let localID: String
    let met: Double
    let expires: Double?
    let written: [UInt8]

    /// The columns in the order in which they are read.
    static let columns = "item.local_id, item.met, item.expires, item.written"

    /// Reads the first columns of a row; nil where they hold nothing.
    init?(_ row: borrowing Row) {
        guard !row.isNull(3) else { return nil }
        localID = row.text(0)
        met = row.double(1)
        expires = row.isNull(2) ? nil : row.double(2)
        written = row.bytes(3)
    }

    /// The item, unless it must be gone or is not what was written.
    func kept(of provider: ProviderID, at time: Double) -> KeptItem? {
        // What comes of the future was met by a clock that was wrong: nobody knows when it must be gone.
        if let expires, time < met || expires <= time { return nil }
        return Item(id: ItemID(provider: provider, local: localID), written: written)
            .map { KeptItem($0, metAt: Date(timeIntervalSinceReferenceDate: met)) }
    }
}
