/// A conversation with a program in lines: each line that is sent has one line as its answer, within limits of time and
/// size.
///
/// After an error the program cannot be used again and must be ended.
package struct LineChannel: Sendable {
    private let process: ChildProcess
    private var unread: [UInt8] = []
    private var complaint: [UInt8] = []
    private var isComplaining: Bool
    private let greatestProcessCount: Int
    private var nextCount = ContinuousClock.now + countingPause

    /// - Parameters:
    ///   - process: The program.
    ///   - greatestProcessCount: The maximum number of processes, including child processes.
    package init(_ process: ChildProcess, upTo greatestProcessCount: Int = .max) {
        self.process = process
        self.greatestProcessCount = greatestProcessCount
        isComplaining = process.complaints != nil
    }

    /// Sends a line and waits for the answer.
    ///
    /// - Parameters:
    ///   - line: The line without its line feed.
    ///   - limit: The maximum size of the answer in bytes.
    ///   - deadline: The time by which the answer must arrive.
    /// - Returns: The answer without its line feed.
    /// - Throws: ``ProcessError``
    package mutating func exchange(
        _ line: [UInt8], upTo limit: Int, by deadline: ContinuousClock.Instant
    ) throws(ProcessError) -> [UInt8] {
        _ = Self.read(process.output, into: &unread)
        guard unread.isEmpty else { throw .unasked(beginning) }
        return try talk(saying: line + [Self.lineFeed], upTo: limit, by: deadline)
    }

    /// Waits for a line that the program sends without a question.
    package mutating func line(
        upTo limit: Int, by deadline: ContinuousClock.Instant
    ) throws(ProcessError) -> [UInt8] {
        if let end = unread.firstIndex(of: Self.lineFeed) { return takeLine(endingAt: end) }
        return try talk(saying: [], upTo: limit, by: deadline)
    }

    private mutating func talk(
        saying words: [UInt8], upTo limit: Int, by deadline: ContinuousClock.Instant
    ) throws(ProcessError) -> [UInt8] {
        var sent = 0
        while true {
            // A child process may hold the output open after the program itself has ended.
            let hasEnded = process.hasEnded
            let isReady = try wait(toSend: !hasEnded && sent < words.count, by: deadline, atOnce: hasEnded)
            readComplaint()
            if hasEnded, !isReady.output { throw ending() }
            try countProcesses()
            if isReady.input { sent += try send(words[sent...]) }
            guard isReady.output else { continue }
            let searched = unread.count
            try receive()
            if let end = unread[searched...].firstIndex(of: Self.lineFeed) {
                guard sent == words.count else { throw .unasked(beginning) }
                return takeLine(endingAt: end)
            }
            guard unread.count <= limit else { throw .tooLong(limit, beginning) }
        }
    }

    /// Checks the number of processes at intervals, because counting is slow.
    private mutating func countProcesses() throws(ProcessError) {
        guard greatestProcessCount < .max, ContinuousClock.now >= nextCount else { return }
        nextCount = .now + Self.countingPause
        guard process.count <= greatestProcessCount else { throw .tooMany(greatestProcessCount) }
    }

    /// The first part of the unread line, for a message.
    private var beginning: [UInt8] {
        Array(unread.prefix { $0 != Self.lineFeed }.prefix(Self.beginningByteCount))
    }

    private mutating func takeLine(endingAt end: Int) -> [UInt8] {
        let line = Array(unread[..<end])
        unread.removeSubrange(...end)
        return line
    }

    /// Waits until the program reads, writes or reports an error. The wait is short, because the program's end may not
    /// be signalled.
    private func wait(
        toSend isSending: Bool, by deadline: ContinuousClock.Instant, atOnce: Bool
    ) throws(ProcessError) -> (input: Bool, output: Bool) {
        let patience = (deadline - .now) / .milliseconds(1)
        guard patience > 0 else { throw .timedOut }
        var places = [
            pollfd(fd: isSending ? process.input : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: process.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isComplaining ? process.complaints ?? -1 : -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&places, nfds_t(places.count), atOnce ? 0 : Int32(min(patience + 1, Self.longestWait)))
        return (places[0].revents != 0, places[1].revents != 0)
    }

    private func send(_ bytes: ArraySlice<UInt8>) throws(ProcessError) -> Int {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes { Self.system_send(process.input, $0, flags) }
        if count >= 0 { return count }
        guard errno == EAGAIN || errno == EINTR else { throw ending() }
        return 0
    }

    private mutating func receive() throws(ProcessError) {
        let count = Self.read(process.output, into: &unread)
        if count == 0 { throw ending() }
    }

    private func ending() -> ProcessError {
        // A program that closes its output is about to end. A short wait makes its exit status available.
        let ending = process.end(after: .milliseconds(200))
        var last = complaint
        if let complaints = process.complaints {
            // A process that has left the group could write without end.
            for _ in 0..<Self.greatestPieceCount where Self.read(complaints, into: &last) <= 0 { break }
        }
        return .ended(
            ending, complaint: String(decoding: last.suffix(Self.complaintByteCount), as: UTF8.self))
    }

    private mutating func readComplaint() {
        guard let complaints = process.complaints else { return }
        if Self.read(complaints, into: &complaint) == 0 { isComplaining = false }
        complaint.removeFirst(max(0, complaint.count - Self.complaintByteCount))
    }

    /// Appends the available bytes, and returns their number: 0 at the end, negative if there are none yet.
    private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Int {
        withUnsafeTemporaryAllocation(byteCount: pieceByteCount, alignment: 1) { piece in
            let count = system_read(descriptor, piece)
            if count > 0 { bytes.append(contentsOf: piece.prefix(count)) }
            return count
        }
    }

    private static func system_read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    private static func system_send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32)
        -> Int
    {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #else
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #endif
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let pieceByteCount = 64 * 1024
    private static let greatestPieceCount = 16
    private static let beginningByteCount = 200
    /// The longest single wait in milliseconds.
    private static let longestWait = 50.0
    private static let countingPause = Duration.milliseconds(250)
    /// The number of bytes that are retained from the end of the error output; its last line is the most useful.
    private static let complaintByteCount = 2_000
}
