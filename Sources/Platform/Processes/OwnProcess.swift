#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The process that this program runs in.
package enum OwnProcess {
    /// Arranges what everything else counts on; the first thing that a program does.
    package static func prepare() {
        reserveStandardStreams()
        // A reader that left is noticed when writing, not by the end of the program.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any more.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Keeps what is opened later from being taken for a standard stream that the program was started without. To use
    /// that stays an error.
    private static func reserveStandardStreams() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // Opening takes the lowest number that is free, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
