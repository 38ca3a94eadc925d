/// The list of files that were had before, wherever they are by now.
package protocol FileArchive: Sendable {
    /// Whether a file of an item was had in this size.
    func has(_ id: ItemID, size: String) -> Bool
    /// Notes that it was.
    func note(_ id: ItemID, size: String)
}
