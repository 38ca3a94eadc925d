#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A process that ends its whole group when this program is no more, also when that was killed; a program that joins the
/// group ends with it.
///
/// It reads a lifeline that this program holds and never writes to. The system's own way, a signal when a parent dies
/// (`PR_SET_PDEATHSIG`), comes with the end of the parent's thread, reaches no grandchild and is Linux's alone.
struct GroupWatcher: Sendable {
    /// The group, which bears the watcher's own number.
    let group: pid_t
    private let lifeline: Int32

    init() throws(CannotStart) {
        let lifeline = try DescriptorPair(writing: true)
        var spawning = Spawning()
        spawning.hand(lifeline.theirs, as: STDIN_FILENO)
        spawning.keepAll(from: STDOUT_FILENO)
        group = try spawning.start(["/bin/sh", "-c", "read -r end; kill -9 0"], [:])
        self.lifeline = lifeline.keptEnd()
    }

    /// Ends it, and whoever is in its group still.
    func finish() {
        close(lifeline)
        while waitpid(group, nil, 0) < 0, errno == EINTR {}
    }
}
