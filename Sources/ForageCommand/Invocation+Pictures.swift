internal import ForageImages

extension Invocation {
    /// Has pictures worked on by the program that was installed beside this one.
    ///
    /// - Throws: ``CannotRun`` where it was not.
    func imagePool() throws(CannotRun) -> ImagePool {
        ImagePool(program: try SiblingProgram("forage-image").path)
    }
}
