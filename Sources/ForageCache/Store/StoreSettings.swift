internal import Essentials
internal import ForageCore

/// What the parts of a store have in common.
struct StoreSettings: Sendable {
    let folder: StoreFolder
    let budget: Budget
    /// How much of the file is read as memory, in place of being copied piece by piece.
    let mappedByteCount: Int
    /// For how long nothing is stored after something could not be.
    let pause: Duration
    let now: @Sendable () -> Date
    let expiry: @Sendable (StoredResponse) -> Date?

    /// The time as it stands in rows.
    var time: Double { now().timeIntervalSinceReferenceDate }
}
