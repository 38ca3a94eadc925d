package import ForageCore
package import Platform

/// A lasting archive of downloaded files, which can be listed.
package protocol KeptFileArchive: FileArchive {
    /// Opens the archive and creates it if it does not exist. Returns false if that failed, after a warning.
    func open() -> Bool

    /// Passes every entry to a function, the oldest first. This does not create an archive.
    ///
    /// - Returns: False if the archive could not be used.
    @discardableResult
    func each(_ show: (ArchiveEntry) -> Void) -> Bool

    /// Forgets the downloaded files of an item.
    ///
    /// - Returns: The number of files; nil if the archive could not be used.
    func forget(_ id: ItemID) -> Int?

    /// Forgets all files.
    ///
    /// - Returns: The number of files; nil if the archive could not be used.
    func clear() -> Int?
}

/// A downloaded file.
package struct ArchiveEntry: Hashable, Sendable {
    package let id: String
    package let size: String
    package let date: Date

    package init(id: String, size: String, date: Date) {
        self.id = id
        self.size = size
        self.date = date
    }
}
