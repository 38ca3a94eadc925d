import ForageSearch
import Platform
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("The key that seals cursors")
struct CursorKeyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func seal() throws -> CursorSeal? {
        try #require(CursorKey(["XDG_STATE_HOME": folder.path])).seal
    }

    private var key: [UInt8] {
        get throws { try LocalFile(folder.path + "/forage/cursor-key", upTo: 1000).bytes }
    }

    @Test("the key is created once, with the full length")
    func madeOnce() throws {
        #expect(try seal() != nil)
        let made = try key
        #expect(made.count == CursorSeal.keyByteCount)
        #expect(try seal() != nil)
        #expect(try key == made)
    }

    @Test("a partly written key is replaced", arguments: [0, 7])
    func brokenOff(count: Int) throws {
        try LocalFile.replace(folder.path + "/forage/cursor-key", with: Array(repeating: 1, count: count))
        #expect(try seal() != nil)
        #expect(try key.count == CursorSeal.keyByteCount)
    }
}
