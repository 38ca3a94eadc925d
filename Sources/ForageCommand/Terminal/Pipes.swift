internal import Files
internal import Text

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Where results and messages go. Results to standard output, everything else to standard error.
struct Pipes: Sendable {
    let output: Int32
    let messages: Int32

    init(output: Int32 = STDOUT_FILENO, messages: Int32 = STDERR_FILENO) {
        self.output = output
        self.messages = messages
    }

    /// Writes results; a reader that left ends the program silently, as `head` expects.
    func write(_ bytes: some Collection<UInt8>) {
        if !offer(bytes) { exit(ExitCode.success.rawValue) }
    }

    /// Writes results, and says whether somebody is there to read them.
    func offer(_ bytes: some Collection<UInt8>) -> Bool {
        let isWritten = bytes.withContiguousStorageIfAvailable {
            Descriptor.write(UnsafeRawBufferPointer($0), to: output)
        }
        guard !(isWritten ?? Descriptor.write(Array(bytes), to: output)) else { return true }
        if errno == EPIPE { return false }
        say("forage: The results could not be written: \(String(cString: strerror(errno))).")
        exit(ExitCode.failure.rawValue)
    }

    /// Writes a line of results.
    func write(line: String) { write(Array((line + "\n").utf8)) }

    /// Writes a line of anything else, or several. It may repeat what a stranger wrote, so a terminal is shown
    /// nothing in it that it would obey.
    func say(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        murmur(lines.map { String($0).withoutControls + "\n" }.joined())
    }

    /// Writes messages as they are, without a line's end.
    func murmur(_ text: String) { _ = Descriptor.write(Array(text.utf8), to: messages) }
}
