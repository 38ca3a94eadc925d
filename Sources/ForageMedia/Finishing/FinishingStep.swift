package import ForageCore

/// A step between a file that came whole and its name: it makes another file, which is kept in its place.
///
/// What came stays as it is until everything is made, so a run that is killed here goes on with it.
package protocol FinishingStep: Sendable {
    /// What the sidecar calls it.
    var mark: String { get }

    /// Makes another file of one.
    ///
    /// - Parameters:
    ///   - file: What came, or what the step before made of it.
    ///   - path: Where the other goes; nothing is there.
    /// - Returns: Whether it was made.
    /// - Throws: ``DownloadFailure`` when the file is not to be kept without it. A part that can be gone on with is.
    func finish(_ file: WholeFile, into path: String) async throws(DownloadFailure) -> FinishingResult
}

/// A file that came whole and is a picture, before it gets its name.
package struct WholeFile: Sendable {
    /// Where its bytes are. They are only read.
    package let path: String
    package let type: FileType
    /// Whose file it is, with the credit of each source.
    package let item: Item
    /// How it was wanted.
    package let wish: FileWish
}

/// What became of a step.
package enum FinishingResult: Hashable, Sendable {
    case made
    /// The file is so already, and stays as it is.
    case unneeded
    /// The file stays as it is, and the reason is told beside it.
    case left(because: String)
}
