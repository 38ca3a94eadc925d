internal import Platform

/// The destinations of output: results go to standard output, everything else to standard error.
struct Pipes: Sendable {
    let output: Int32
    let messages: Int32

    init(output: Int32 = STDOUT_FILENO, messages: Int32 = STDERR_FILENO) {
        self.output = output
        self.messages = messages
    }

    /// Writes results. If that fails, the program ends immediately, so this is unsuitable if other data must still be
    /// saved.
    func write(_ bytes: some Collection<UInt8>) {
        if let unread = offer(bytes) { exit(code(for: unread).rawValue) }
    }

    /// Writes results; returns the reason if that fails.
    func offer(_ bytes: some Collection<UInt8>) -> Unread? {
        let isWritten = bytes.withContiguousStorageIfAvailable {
            Descriptor.write(UnsafeRawBufferPointer($0), to: output)
        }
        guard !(isWritten ?? Descriptor.write(Array(bytes), to: output)) else { return nil }
        return errno == EPIPE ? .closedByReader : .unwritable(String(cString: strerror(errno)))
    }

    /// The exit code if results are not read: success if the reader closed the pipe, as `head` does.
    func code(for unread: Unread) -> ExitCode {
        guard case .unwritable(let reason) = unread else { return .success }
        say("forage: Could not write the results: \(reason).")
        return .failure
    }

    /// The reason why results are not read.
    enum Unread: Hashable, Sendable {
        case closedByReader
        case unwritable(String)
    }

    /// Writes a line of results.
    func write(line: String) { write(Array((line + "\n").utf8)) }

    /// Writes one or more lines of messages. They may contain untrusted text, so control characters are removed.
    func say(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        murmur(lines.map { String($0).withoutControls + "\n" }.joined())
    }

    /// Writes messages unchanged, without a line break at the end.
    func murmur(_ text: String) { _ = Descriptor.write(Array(text.utf8), to: messages) }
}

/// Results that are written as they arrive. Once that fails, nothing more is written and the task that makes them is
/// cancelled; finished work is saved before the program ends.
struct ResultStream: Sendable {
    /// The reason why they cannot be written, once that has failed.
    private(set) var unread: Pipes.Unread?
    private let pipes: Pipes

    init(_ pipes: Pipes) { self.pipes = pipes }

    mutating func write(_ text: String) {
        guard unread == nil else { return }
        unread = pipes.offer(text.utf8)
        if unread != nil { withUnsafeCurrentTask { $0?.cancel() } }
    }
}
