internal import Forage
internal import ForageDownloads

extension Invocation {
    /// Has pictures worked on by the program that was installed beside this one.
    ///
    /// - Parameter limits: What one picture may cost.
    /// - Returns: A pool of its runs.
    /// - Throws: ``CannotRun`` where it was not.
    func imagePool(_ limits: ImageLimits = ImageLimits()) throws(CannotRun) -> ImagePool {
        ImagePool(program: try SiblingProgram("forage-image").path, limits: limits)
    }
}
