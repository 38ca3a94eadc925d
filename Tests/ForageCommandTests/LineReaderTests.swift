import Platform
import TestPlaces
import TestReaders
import Testing

@testable import ForageCommand

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Reading lines as they arrive", .timeLimit(.minutes(1)))
struct LineReaderTests {
    private let folder: TemporaryFolder
    private let pipe: String

    init() throws {
        folder = try TemporaryFolder()
        pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
    }

    private func rest(of reader: LineReader) async -> [String] {
        var reader = reader
        var lines: [String] = []
        while let line = await reader.next() { lines.append(line.text) }
        return lines
    }

    @Test("no line is lost or split, for all piece sizes", arguments: [1, 2, 7, 4_096])
    func pieces(byteCount: Int) async throws {
        let lines = (0..<300).map { "line \($0)" } + ["", "the last, without an end"]
        let text = Array(lines.joined(separator: "\n").utf8)
        let reading = Task { [reader = try LineReader(pipe)] in await rest(of: reader) }
        let end = open(pipe, O_WRONLY | O_CLOEXEC)
        for start in stride(from: 0, to: text.count, by: byteCount) {
            let piece = Array(text[start..<min(start + byteCount, text.count)])
            #expect(Descriptor.write(piece, to: end))
            if start.isMultiple(of: 3) { await Task.yield() }
        }
        close(end)
        #expect(await reading.value == lines)
    }

    @Test(
        "a file is read to its end",
        arguments: ["", "\n", "owl", "owl\n", "owl\n\nbarn owl", "\u{FEFF}owl\n"])
    func file(text: String) async throws {
        let path = try folder.write(Array(text.utf8), to: "list")
        var lines = text.trimmingPrefix("\u{FEFF}").split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        #expect(await rest(of: try LineReader(path)) == lines.map(String.init))
        #expect(await rest(of: try LineReader("/dev/null")).isEmpty)
    }

    @Test("a cancelled reader gets no line, not even a partial one")
    func cancelled() async throws {
        var reader = try LineReader(pipe)
        let end = open(pipe, O_WRONLY | O_CLOEXEC)
        defer { close(end) }
        #expect(Descriptor.write(Array("owl\nbar".utf8), to: end))
        #expect(await reader.next()?.text == "owl")
        let waiting = Task { [reader] in await rest(of: reader) }
        await Task.yield()
        waiting.cancel()
        #expect(await waiting.value.isEmpty)
    }

    @Test("a terminal is read line by line, and waiting for it can be cancelled")
    func terminal() async throws {
        let screen = try PseudoTerminal(width: 80)
        var reader = try LineReader(screen.path)
        let stopped = Task { [reader] in await rest(of: reader) }
        stopped.cancel()
        #expect(await stopped.value.isEmpty)
        for line in ["owl", "barn owl"] {
            screen.type(line + "\n")
            #expect(await reader.next()?.text == line)
        }
    }
}
