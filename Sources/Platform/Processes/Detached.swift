#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A program that is started and left to itself: it outlives this one, and what it has to say is for nobody.
package enum Detached {
    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program, as a path or as a name to be looked for in `PATH`, and its arguments.
    ///   - environment: All that it finds in its environment.
    /// - Throws: ``CannotStart``
    package static func start(
        _ command: [String], environment: [String: String]
    ) throws(CannotStart) {
        var spawning = Spawning()
        for place in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { spawning.handNothing(as: place) }
        spawning.keepAll(from: STDERR_FILENO + 1)
        _ = try spawning.start(command, environment)
    }
}
