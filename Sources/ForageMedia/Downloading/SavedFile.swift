/// A file that was got.
package struct SavedFile: Hashable, Sendable {
    package fileprivate(set) var path: String
    /// How long it is.
    package let byteCount: Int
    /// How much of what came was there from an earlier run.
    package let resumedAt: Int
    /// What was to be made of it and was not.
    package private(set) var notes: [String]

    package init(
        _ path: String, byteCount: Int, resumedAt: Int, notes: [String] = []
    ) {
        self.path = path
        self.byteCount = byteCount
        self.resumedAt = resumedAt
        self.notes = notes
    }

    /// The same with one note more.
    func noting(_ note: String) -> SavedFile {
        var file = self
        file.notes.append(note)
        return file
    }

    /// The same with another way of saying where it is.
    func at(_ path: String) -> SavedFile {
        var file = self
        file.path = path
        return file
    }
}
