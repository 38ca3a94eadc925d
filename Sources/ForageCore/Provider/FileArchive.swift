/// The list of files that were had before, wherever they are by now.
package protocol FileArchive: Sendable {
    /// Whether a file of an item was had in this size.
    func has(_ id: ItemID, size: String) throws(FileArchiveError) -> Bool
    /// Notes that it was. What cannot be noted is counted in ``trouble``.
    func note(_ id: ItemID, size: String)
    /// What keeps it from being used any more; nil as long as nothing does.
    var trouble: FileArchiveError? { get }
}

/// Why an archive of files is not used any more.
package struct FileArchiveError: Error, Hashable, Sendable {
    /// A clause for a person.
    package let reason: String
    /// How many files were had meanwhile of which it does not know.
    package let unnotedCount: Int

    package init(_ reason: String, unnotedCount: Int = 0) {
        self.reason = reason
        self.unnotedCount = unnotedCount
    }
}
