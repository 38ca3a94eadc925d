import Testing

@testable import ForageTransport

@Suite("The pipe between engine and reader")
struct BodyPipeTests {
    @Test(
        "the pipe continues after a repeated notice of bytes that were already read", .timeLimit(.minutes(1)))
    func reportedTooLate() async {
        let pipe = BodyPipe()
        for portion in 0..<100 as Range<UInt8> {
            #expect(take([portion], into: pipe))
            #expect(await bytes(from: pipe) == [portion])
            async let next = bytes(from: pipe)
            // At either time, before the reader waits or while it does, nothing new has arrived yet.
            for _ in 0..<20 {
                pipe.tell()
                await Task.yield()
            }
            #expect(take([portion, portion], into: pipe))
            pipe.tell()
            #expect(await next == [portion, portion])
        }
    }

    @Test("waiting bytes are delivered before the end")
    func ending() async {
        let pipe = BodyPipe()
        #expect(take([1, 2], into: pipe))
        pipe.end(.failure(.cancelled))
        #expect(await bytes(from: pipe) == [1, 2])
        guard case .end(.failure(.cancelled)) = await pipe.next() else {
            Issue.record("There should be an end.")
            return
        }
    }

    private func take(_ bytes: [UInt8], into pipe: BodyPipe) -> Bool {
        bytes.withUnsafeBytes { pipe.take($0, after: [], of: -1) }
    }

    /// The next bytes; nil at the end.
    private func bytes(from pipe: BodyPipe) async -> [UInt8]? {
        guard case .bytes(let bytes, _) = await pipe.next() else { return nil }
        return bytes
    }
}
