internal import Platform

/// Reads a text line by line as it arrives, and holds at most one line of it.
struct LineReader: ListReader {
    /// The reason why the text could not be read to its end.
    private(set) var fault: FileError?
    private let file: OpenFile
    private let limit: Int
    private var pending: ArraySlice<UInt8> = []
    private var isAtStart = true

    /// One line without its end.
    struct Line: Hashable, Sendable {
        let text: String
        /// The number of its bytes; more than in the text if the line is too long to be stored.
        let byteCount: Int
    }

    /// The default limit for the stored bytes of a line.
    static let greatestByteCount = 8 * 1024

    /// Opens a file, or standard input for `-`.
    init(_ path: String, upTo limit: Int = greatestByteCount) throws(FileError) {
        self.limit = limit
        file = try OpenFile(path)
    }

    /// The next line; nil at the end and if the task is cancelled.
    mutating func next() async -> Line? {
        var line: [UInt8] = []
        var byteCount = 0
        while !Task.isCancelled {
            let rest = pending.prefix { $0 != UInt8(ascii: "\n") }
            line += rest.prefix(limit - line.count)
            byteCount += rest.count
            pending = pending[rest.endIndex...]
            let isWhole = pending.popFirst() != nil
            if !isWhole, await fill() { continue }
            guard isWhole || byteCount > 0 && !Task.isCancelled else { return nil }
            return Line(text: String(decoding: line, as: UTF8.self), byteCount: byteCount)
        }
        return nil
    }

    private mutating func fill() async -> Bool {
        do throws(FileError) {
            try await file.waitForInput()
            guard !Task.isCancelled else { return false }
            let bytes = try file.read()
            pending = isAtStart && bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
            isAtStart = false
        } catch  where error.isTooEarly {
            // Another reader took the bytes.
            return await fill()
        } catch {
            fault = error
        }
        return !pending.isEmpty
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Indicates whether the text can be read more than once, unlike a pipe, whose length is only known at its end.
    static func isRepeatable(_ path: String) -> Bool { repeatable(path) != nil }

    private static func repeatable(_ path: String) -> OpenFile? {
        guard path != "-", let file = try? OpenFile(path), file.isOrdinary else { return nil }
        return file
    }

    /// The number of lines of a file; nil for a pipe.
    static func count(_ path: String) -> Int? {
        guard let file = repeatable(path) else { return nil }
        var count = 0
        var last = UInt8(ascii: "\n")
        while let bytes = try? file.read(), let end = bytes.last {
            count += bytes.count { $0 == UInt8(ascii: "\n") }
            last = end
        }
        return last == UInt8(ascii: "\n") ? count : count + 1
    }
}
