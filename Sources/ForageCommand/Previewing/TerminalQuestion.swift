#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Asks a terminal what it can show, and waits a short while for its answer.
enum TerminalQuestion {
    private static let patience = Duration.milliseconds(300)
    private static let greatestByteCount = 4_096

    /// Asks.
    ///
    /// - Parameters:
    ///   - pipe: The pipe that leads to it.
    ///   - inKitty: Whether it may be asked in kitty's language.
    /// - Returns: What it said until then; nil where it cannot be asked, such as from the background.
    static func reply(at pipe: Int32, inKitty: Bool) -> TerminalReply? {
        guard let name = ttyname(pipe) else { return nil }
        let terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        // Who is in the background would be stopped, and of another's terminal the keys are not ours to read.
        guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &before) == 0 else { return nil }
        var quiet = before
        // The answer comes as if it were typed: it is neither shown nor kept back until a line ends.
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
        guard tcsetattr(terminal, TCSADRAIN, &quiet) == 0 else { return nil }
        defer { tcsetattr(terminal, TCSADRAIN, &before) }
        let question = Array(TerminalReply.question(inKitty: inKitty).utf8)
        guard write(terminal, question, question.count) == question.count else { return nil }
        return answer(from: terminal, until: .now + patience)
    }

    private static func answer(
        from terminal: Int32, until deadline: ContinuousClock.Instant
    ) -> TerminalReply {
        var bytes: [UInt8] = []
        while true {
            let reply = TerminalReply(bytes)
            let rest = Int32((deadline - .now) / .milliseconds(1))
            var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard !reply.isWhole, rest > 0, bytes.count < greatestByteCount, poll(&waiting, 1, rest) > 0
            else {
                return reply
            }
            var piece = [UInt8](repeating: 0, count: 256)
            let count = read(terminal, &piece, piece.count)
            guard count > 0 else { return reply }
            bytes += piece.prefix(count)
        }
    }
}
