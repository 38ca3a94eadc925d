internal import Platform

/// Where results and messages go. Results to standard output, everything else to standard error.
struct Pipes: Sendable {
    let output: Int32
    let messages: Int32

    init(output: Int32 = STDOUT_FILENO, messages: Int32 = STDERR_FILENO) {
        self.output = output
        self.messages = messages
    }

    /// Writes results. If they cannot be written the program ends at once, so this is not for results beside which
    /// something is yet to be kept.
    func write(_ bytes: some Collection<UInt8>) {
        if let unread = offer(bytes) { exit(code(for: unread).rawValue) }
    }

    /// Writes results; returns why they could not be written.
    func offer(_ bytes: some Collection<UInt8>) -> Unread? {
        let isWritten = bytes.withContiguousStorageIfAvailable {
            Descriptor.write(UnsafeRawBufferPointer($0), to: output)
        }
        guard !(isWritten ?? Descriptor.write(Array(bytes), to: output)) else { return nil }
        return errno == EPIPE ? .readerLeft : .unwritable(String(cString: strerror(errno)))
    }

    /// How the program ends for want of a reader: silently where one left, as `head` expects.
    func code(for unread: Unread) -> ExitCode {
        guard case .unwritable(let reason) = unread else { return .success }
        say("forage: The results could not be written: \(reason).")
        return .failure
    }

    /// Why results are not read.
    enum Unread: Hashable, Sendable {
        case readerLeft
        case unwritable(String)
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

/// Results that are written as they come. Once they cannot be written any more nothing is written, and the task that makes them is
/// cancelled; what came is kept before the program ends.
struct ResultStream: Sendable {
    /// Why they cannot be written, once that is so.
    private(set) var unread: Pipes.Unread?
    private let pipes: Pipes

    init(_ pipes: Pipes) { self.pipes = pipes }

    mutating func write(_ text: String) {
        guard unread == nil else { return }
        unread = pipes.offer(text.utf8)
        if unread != nil { withUnsafeCurrentTask { $0?.cancel() } }
    }
}
