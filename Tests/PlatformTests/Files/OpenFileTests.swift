import Platform
import Synchronization
import TestPlaces
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Waiting for input of an open file", .timeLimit(.minutes(1)))
struct OpenFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A named pipe: the end for reading and the end for writing.
    private func pipe() throws -> (file: OpenFile, end: WritingEnd) {
        let path = "\(folder.path)/pipe"
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        let file = try OpenFile(path)
        return (file, WritingEnd(descriptor: open(path, O_WRONLY | O_CLOEXEC)))
    }

    private final class WritingEnd: Sendable {
        let descriptor: CInt
        init(descriptor: CInt) { self.descriptor = descriptor }
        func write(_ text: String) { _ = Descriptor.write(Array(text.utf8), to: descriptor) }
        deinit { close(descriptor) }
    }

    @Test("input ends the wait, whether it arrives before or after the wait begins")
    func input() async throws {
        let (file, end) = try pipe()
        for number in 0..<200 {
            let waiting = Task {
                try await file.waitForInput()
                return try file.read()
            }
            if number.isMultiple(of: 20) { try await Task.sleep(for: .milliseconds(20)) }
            end.write("\(number)")
            #expect(try await waiting.value == Array("\(number)".utf8))
        }
    }

    @Test("the end of the file ends the wait")
    func end() async throws {
        var (file, end): (OpenFile, WritingEnd?) = try pipe()
        let waiting = Task { [file] in try await file.waitForInput() }
        #expect(end != nil)
        end = nil
        try await waiting.value
        #expect(try file.read() == [])
    }

    @Test("cancellation ends the wait at any time, and loses no later input")
    func cancelling() async throws {
        let (file, end) = try pipe()
        for _ in 0..<200 {
            let waiting = Task { try await file.waitForInput() }
            waiting.cancel()
            try await waiting.value
        }
        end.write("owl")
        try await file.waitForInput()
        #expect(try file.read() == Array("owl".utf8))
    }

    private final class Tally: Sendable {
        let count = Mutex(0)
    }

    @Test("several tasks may wait for the same input, and one can be cancelled without the others")
    func several() async throws {
        let (file, end) = try pipe()
        let ends = Tally()
        let waiting = (0..<8).map { _ in
            Task {
                try await file.waitForInput()
                ends.count.withLock { $0 += 1 }
            }
        }
        try await Task.sleep(for: .milliseconds(20))
        waiting[3].cancel()
        try await waiting[3].value
        try await Task.sleep(for: .milliseconds(20))
        #expect(ends.count.withLock(\.self) == 1)
        end.write("owl")
        for one in waiting { try await one.value }
    }

    @Test("an ordinary file is ready at once", arguments: ["empty", "full", "/dev/null"])
    func ordinary(name: String) async throws {
        let path = name.hasPrefix("/") ? name : try folder.write(name == "full" ? [1] : [], to: name)
        let file = try OpenFile(path)
        try await file.waitForInput()
        #expect(try file.read() == (name == "full" ? [1] : []))
    }
}
