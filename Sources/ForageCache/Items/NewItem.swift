internal import Essentials
internal import ForageCore

/// An item that is about to be kept.
struct NewItem {
    let id: ItemID
    let kind: Kind
    let written: [UInt8]
    let met: Double
    let expires: Double?

    init(_ item: Item, from batch: ItemBatch) {
        id = item.id
        kind = item.kind
        written = item.written
        met = batch.metAt.timeIntervalSinceReferenceDate
        expires = batch.end?.timeIntervalSinceReferenceDate
    }
}
