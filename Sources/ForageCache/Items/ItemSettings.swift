internal import Database
internal import Essentials
internal import Files

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
