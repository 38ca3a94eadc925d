import Platform
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Reading and writing open descriptors", .timeLimit(.minutes(1)))
struct DescriptorTests {
    @Test(
        "reads and writes wait even if others set the pipe to non-blocking",
        arguments: [1, 200_000, 1_000_000])
    func unwilling(byteCount: Int) async {
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (output, input) = (ends[0], ends[1])
        for end in [output, input] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }
        async let reading = Task.detached {
            var all: [UInt8] = []
            while let piece = Descriptor.read(output, upTo: 10_000), !piece.isEmpty { all += piece }
            return all
        }.value
        // Sometimes the reader has to wait.
        for piece in stride(from: 0, to: byteCount, by: 100_000) {
            await Task.yield()
            #expect(Descriptor.write(Array(bytes[piece..<min(piece + 100_000, byteCount)]), to: input))
        }
        close(input)
        #expect(await reading == bytes)
        close(output)
    }
}
