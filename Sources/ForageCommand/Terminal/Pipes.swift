internal import ForageFormats
internal import Platform
internal import Synchronization

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

/// A line on a person's screen that shows the work in progress and disappears at its end.
struct Progress: Sendable {
    private let terminal: Terminal
    private let pipes: Pipes
    private var shown: String?

    init(_ terminal: Terminal, _ pipes: Pipes) {
        self.terminal = terminal
        self.pipes = pipes
    }

    /// Shows the work in progress.
    mutating func say(_ work: String) {
        guard terminal.isWatched, let style = terminal.messages else { return }
        let text = "\(work) \(style.ellipsis)"
        // A line that wraps could not be cleared as one.
        let line = text.truncated(toWidth: max(1, style.width - 1), ellipsis: style.ellipsis)
        guard line != shown else { return }
        pipes.murmur(Self.lineStart + line)
        shown = line
    }

    mutating func clear() {
        guard shown != nil else { return }
        pipes.murmur(Self.lineStart)
        shown = nil
    }

    private static let lineStart = "\r\u{1B}[2K"
}

/// The warnings to a person while a command runs.
final class Warnings: Sendable {
    private let pipes: Pipes
    private let saysEverything: Bool
    private let state = Mutex(State())

    private struct State {
        var hasWarned = false
        /// The cause of the warning that was written as the first one.
        var firstCause: Substring?
        var isHolding = false
        var held: [String] = []
        var saidOnce: Set<String> = []
    }

    init(_ pipes: Pipes, sayingEverything: Bool) {
        self.pipes = pipes
        saysEverything = sayingEverything
    }

    /// Writes a warning, unless ``sayIfFirst(_:)`` has just written one of the same cause.
    func say(_ warning: String) { write(warning) }

    private func write(_ warning: String, ifFirst isForFirst: Bool = false) {
        let cause = warning[..<(warning.firstRange(of: ". ")?.lowerBound ?? warning.endIndex)]
        let isWritten = state.withLock { state in
            let isKnown = isForFirst ? state.hasWarned : state.firstCause == cause
            state.firstCause = isForFirst && !isKnown ? cause : nil
            state.hasWarned = true
            guard saysEverything || !isKnown else { return false }
            if state.isHolding { state.held.append(warning) }
            return !state.isHolding
        }
        if isWritten { pipes.say("forage: \(warning)") }
    }

    /// Writes a warning unless this run already did.
    func sayOnce(_ warning: String) {
        if state.withLock({ $0.saidOnce.insert(warning).inserted }) { say(warning) }
    }

    /// Holds warnings while the screen is drawn on.
    func hold() { state.withLock { $0.isHolding = true } }

    /// Writes the held warnings.
    func release() {
        let held = state.withLock { state in
            defer { (state.isHolding, state.held) = (false, []) }
            return state.held
        }
        for warning in held { pipes.say("forage: \(warning)") }
    }

    /// Writes a warning if it is the first, because later ones probably have the same cause. For example, a full disk
    /// affects both the cache and the request counts.
    func sayIfFirst(_ warning: String) { write(warning, ifFirst: true) }
}
