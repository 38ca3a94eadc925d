import Platform
import Testing

@Suite("Digests")
struct DigestTests {
    @Test(
        "the digests match the standard's test vectors",
        arguments: [
            (Digest.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func vectors(digest: Digest, text: String, expected: String) throws {
        let bytes = try digest.of(Array(text.utf8))
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
        #expect(bytes.count == digest.byteCount)
    }

    @Test("a digest is the same on many threads at once, even on first use")
    func concurrent() async throws {
        let text = Array(String(repeating: "owl", count: 10_000).utf8)
        let digests = await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<50 { group.addTask { try? Digest.sha256.of(text) } }
            return await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
        }
        #expect(try digests == [Digest.sha256.of(text)])
    }

    @Test("a digest of bytes added in pieces is the same", arguments: [0, 1, 63, 64, 65, 100_000])
    func running(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var running = try RunningDigest()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + rest.count / 3)
            running.add(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        #expect(try running.finish() == Digest.sha256.of(bytes))
    }
}
