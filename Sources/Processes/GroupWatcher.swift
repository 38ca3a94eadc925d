#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A process in a program's group that ends the whole group when this program is no more, also when that was killed.
///
/// It reads a lifeline that this program holds and never writes to. The system's own way, a signal when a parent dies
/// (`PR_SET_PDEATHSIG`), comes with the end of the parent's thread, reaches no grandchild and is Linux's alone.
struct GroupWatcher: Sendable {
    private let process: pid_t
    private let lifeline: Int32

    init(of group: pid_t) throws(CannotStart) {
        let lifeline = try DescriptorPair(writing: true)
        var spawning = Spawning(joining: group)
        spawning.hand(lifeline.theirs, as: STDIN_FILENO)
        spawning.keepAll(from: STDOUT_FILENO)
        process = try spawning.start(["/bin/sh", "-c", "read -r end; kill -9 0"], [:])
        self.lifeline = lifeline.keptEnd()
    }

    /// Lets go of it, once its group was ended.
    func finish() {
        close(lifeline)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
}
