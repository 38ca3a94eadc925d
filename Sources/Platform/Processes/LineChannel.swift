/// Talks with a program in lines: one goes in, one comes out, within limits of time and of size.
///
/// After a fault the program is in no state to be talked with; end it.
package struct LineChannel: Sendable {
    private let process: ChildProcess
    private var unread: [UInt8] = []
    private var complaint: [UInt8] = []
    private var isComplaining: Bool
    private let greatestProcessCount: Int
    private var nextCount = ContinuousClock.now + countingPause

    /// - Parameters:
    ///   - process: The program.
    ///   - greatestProcessCount: How many processes it may be with those that it starts.
    package init(_ process: ChildProcess, upTo greatestProcessCount: Int = .max) {
        self.process = process
        self.greatestProcessCount = greatestProcessCount
        isComplaining = process.complaints != nil
    }

    /// Sends a line and waits for the one that answers it.
    ///
    /// - Parameters:
    ///   - line: What is sent, without its end.
    ///   - limit: The most bytes that the answer may have.
    ///   - deadline: When the answer must be there.
    /// - Returns: The answer, without its end.
    /// - Throws: ``ProcessError``
    package mutating func exchange(
        _ line: [UInt8], upTo limit: Int, by deadline: ContinuousClock.Instant
    ) throws(ProcessError) -> [UInt8] {
        _ = Self.read(process.output, into: &unread)
        guard unread.isEmpty else { throw .unasked(beginning) }
        return try talk(saying: line + [Self.lineFeed], upTo: limit, by: deadline)
    }

    /// Waits for a line that the program says by itself.
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
            // What a program started may hold its output open when it has ended itself.
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

    /// Looks now and then, which takes the system a while.
    private mutating func countProcesses() throws(ProcessError) {
        guard greatestProcessCount < .max, ContinuousClock.now >= nextCount else { return }
        nextCount = .now + Self.countingPause
        guard process.count <= greatestProcessCount else { throw .tooMany(greatestProcessCount) }
    }

    /// Enough of the line that was said to know it again.
    private var beginning: [UInt8] {
        Array(unread.prefix { $0 != Self.lineFeed }.prefix(Self.beginningByteCount))
    }

    private mutating func takeLine(endingAt end: Int) -> [UInt8] {
        let line = Array(unread[..<end])
        unread.removeSubrange(...end)
        return line
    }

    /// Waits until the program reads, writes or complains, and not for long, because it may end without a sign.
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
        // Whoever closes its output is about to end; how, is worth a moment.
        let ending = process.end(after: .milliseconds(200))
        var last = complaint
        if let complaints = process.complaints {
            // Whoever left the group may complain without end.
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

    /// Appends what is there: how many bytes, 0 at the end, less when there is nothing yet.
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
    /// In milliseconds.
    private static let longestWait = 50.0
    private static let countingPause = Duration.milliseconds(250)
    /// The end of what a program complained of; the last line says most.
    private static let complaintByteCount = 2_000
}
