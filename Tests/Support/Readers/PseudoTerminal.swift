#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A terminal for a program under test, controlled from its other end.
package final class PseudoTerminal: Sendable {
    package let path: String
    private let controller: Int32
    private let front: Int32
    private let answer: String?

    package struct Failure: Error { let code: Int32 }

    /// - Parameters:
    ///   - width: The number of columns.
    ///   - height: The number of lines.
    ///   - answer: The reply to a query for the terminal's attributes; nil for none.
    /// - Throws: An error of the system if no terminal is available.
    package init(width: Int, height: Int = 40, answering answer: String? = nil) throws {
        self.answer = answer
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        guard controller >= 0, let path = Self.pathOfFront(controller) else { throw Failure(code: errno) }
        self.path = path
        // Held open, so that the output stays readable after the program ended.
        front = open(path, O_RDWR | O_NOCTTY)
        try resize(width: width, height: height)
        _ = fcntl(controller, F_SETFL, O_NONBLOCK)
        for end in [controller, front] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    private static func pathOfFront(_ controller: Int32) -> String? {
        #if canImport(Darwin)
            guard grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller) else {
                return nil
            }
            return String(cString: name)
        #else
            // The equivalent of unlockpt and ptsname, which this module of the C library lacks.
            let unlock: UInt = 0x4004_5431
            let getNumber: UInt = 0x8004_5430
            var number: Int32 = 0
            guard ioctl(controller, unlock, &number) == 0, ioctl(controller, getNumber, &number) == 0 else {
                return nil
            }
            return "/dev/pts/\(number)"
        #endif
    }

    /// Changes its size, as if a user resized the window.
    package func resize(width: Int, height: Int) throws {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(controller, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure(code: errno) }
    }

    deinit {
        close(controller)
        close(front)
    }

    /// The query that every terminal answers.
    private static let question = Array("\u{1B}[c".utf8)

    /// The output since the last call, without the carriage returns that a terminal adds.
    package func read() -> [UInt8] {
        var shown: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = system_read(controller, &buffer, buffer.count)
            guard count > 0 else { return shown }
            shown += buffer.prefix(count)
            if let answer, shown.suffix(Self.question.count).elementsEqual(Self.question) {
                type(answer)
            }
        }
    }

    /// Sends typed text.
    package func type(_ text: String) { text.withCString { _ = write(controller, $0, strlen($0)) } }
}

private func system_read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
