internal import ForageCore
internal import ForageMedia

/// Which file of which item somebody wants.
struct FileOrder: Hashable, Sendable {
    let item: ItemID
    let wish: FileWish

    /// - Parameters:
    ///   - item: The item.
    ///   - size: As `forage get --size` has it; nil for the usual one.
    /// - Throws: ``Problem`` for a size that there is not.
    init(_ item: ItemID, size: String?) throws(Problem) {
        self.item = item
        guard let size else {
            wish = .usual
            return
        }
        guard let size = FileSize(size) else {
            let roles = FileSize.roles.map(\.rawValue).joined(separator: ", ")
            throw Problem(400, "size is a width such as 1600x, or one of \(roles).")
        }
        wish = FileWish(size)
    }
}
