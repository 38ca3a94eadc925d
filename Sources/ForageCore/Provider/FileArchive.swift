/// A record of the files that were downloaded before, even if they have been moved or deleted.
package protocol FileArchive: Sendable {
    /// Returns true if a file of an item was downloaded in this size.
    func has(_ id: ItemID, size: String) throws(FileArchiveError) -> Bool
    /// Records that it was. Downloads that cannot be recorded are counted in ``trouble``.
    func note(_ id: ItemID, size: String)
    /// The error that prevents further use; nil if there is none.
    var trouble: FileArchiveError? { get }
}

/// The reason why an archive of files can no longer be used.
package struct FileArchiveError: Error, Hashable, Sendable {
    /// A clause that describes the reason.
    package let reason: String
    /// The number of files downloaded since then that are not recorded.
    package let unnotedCount: Int

    package init(_ reason: String, unnotedCount: Int = 0) {
        self.reason = reason
        self.unnotedCount = unnotedCount
    }
}
