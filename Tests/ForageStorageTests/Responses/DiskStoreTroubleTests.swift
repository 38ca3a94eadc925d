import Database
import ForageCore
import ForageStorage
import Platform
import Testing

@Suite("A store in trouble")
struct DiskStoreTroubleTests {
    private let place: StorePlace
    private let response = StoredResponse.sample(byteCount: 3)
    private let large = StoredResponse.sample("large", byteCount: 100_000)

    init() throws { place = try StorePlace() }

    /// A store with a few hundred answers, closed, its log folded in or not.
    private func fill(foldingLog: Bool = true) async throws {
        let store = place.store()
        for number in 0..<300 {
            await store.store(.sample("\(number)", byteCount: 3000), body: bytes(3000, seed: number))
        }
        await store.store(large, body: bytes(100_000))
        if foldingLog { await store.prune() }
        store.close()
    }

    /// Uses a store and finds nothing but what was put in.
    private func use() async {
        let store = place.store()
        for number in 0..<300 {
            let response = StoredResponse.sample("\(number)", byteCount: 3000)
            for found in await store.responses(for: response.key) {
                let body = await store.body(of: found)
                #expect(body == nil || body == bytes(3000, seed: number))
            }
        }
        for number in 0..<3 {
            await store.store(.sample("new-\(number)", byteCount: 3), body: bytes(3, seed: number))
        }
        #expect(await store.body(of: .sample("new-2", byteCount: 3)) == bytes(3, seed: 2))
        store.close()
    }

    @Test(
        "survives bytes that a disk made up", arguments: [0, 16, 100, 4096, 8192, 20_000, 100_000, 400_000])
    func overwritten(at position: Int) async throws {
        try await fill()
        try place.overwrite(place.database, at: position, with: bytes(6000, seed: position + 7))
        await use()
    }

    @Test("survives a file that was cut off", arguments: [0, 1, 99, 4096, 10_000, 500_000])
    func truncated(to byteCount: Int) async throws {
        try await fill()
        let start = try place.bytes(of: place.database).prefix(byteCount)
        try Data(start).write(to: URL(filePath: place.database))
        await use()
    }

    @Test("survives a log that was cut off or made up", arguments: [0, 31, 5000, 20_000, 20_001])
    func brokenLog(at position: Int) async throws {
        let store = place.store()
        for number in 0..<4 {
            await store.store(.sample("\(number)", byteCount: 3000), body: bytes(3000, seed: number))
        }
        let log = place.database + "-wal"
        // What a killed process leaves behind: closing would fold the log in.
        let left = try (database: place.bytes(of: place.database), log: place.bytes(of: log))
        #expect(left.log.count > 30_000)
        store.close()
        try Data(left.database).write(to: URL(filePath: place.database))
        try Data(left.log).write(to: URL(filePath: log))
        if position.isMultiple(of: 2) {
            try Data(place.bytes(of: log).prefix(position)).write(to: URL(filePath: log))
        } else {
            try place.overwrite(log, at: position, with: bytes(6000, seed: position))
        }
        await use()
    }

    @Test("sets aside what is not a database, says so once and starts empty")
    func noDatabase() async throws {
        try await fill()
        #expect(place.objects().count == 1)
        try Data(bytes(50_000)).write(to: URL(filePath: place.database))
        await use()
        #expect(place.troubles == [.setAside(.damaged, path: place.database + ".damaged")])
        #expect(try place.bytes(of: place.database + ".damaged") == bytes(50_000))
        #expect(place.objects().isEmpty)
        #expect("\(try #require(place.troubles.first))".contains("starts empty"))
    }

    @Test("sets aside what a later program made, and the sooner program's answers do not come back")
    func newer() async throws {
        try await fill()
        do {
            var database = try Connection(place.database, .writing)
            try database.execute("PRAGMA user_version = 99")
        }
        await use()
        #expect(place.troubles == [.setAside(.newer(version: 99), path: place.database + ".newer")])
    }

    @Test("does not hand out a file that is not what was stored", arguments: [0, 1, 2])
    func changedFile(way: Int) async throws {
        try await fill()
        let file = try #require(place.objects().first)
        switch way {
        case 0: try FileManager.default.removeItem(atPath: file)
        case 1: try Data(bytes(99_999)).write(to: URL(filePath: file))
        default: try place.overwrite(file, at: 50_000, with: [0])
        }
        let store = place.store()
        #expect(await store.body(of: large) == nil)
        #expect(await store.responses(for: large.key).isEmpty)
        await store.store(large, body: bytes(100_000))
        #expect(await store.body(of: large) == bytes(100_000))
        #expect(await store.statistics().fileByteCount == 102_400 + 4096)
    }

    @Test("keeps a file that cannot be read for the time being")
    func unreadableFile() async throws {
        try await fill()
        let file = try #require(place.objects().first)
        let elsewhere = place.folder + "/elsewhere"
        try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
        // A link that leads to itself is one thing that not even root can open.
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file)
        let store = place.store()
        #expect(await store.body(of: large) == nil)
        let verification = await store.verify()
        #expect(verification.unreadableCount == 1 && verification.damagedCount == 0)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: file)
        #expect(await store.body(of: large) == bytes(100_000))
    }

    @Test("finds damaged bodies and files of nobody")
    func verification() async throws {
        try await fill()
        let store = place.store()
        var verification = await store.verify()
        #expect(verification.checkedCount == 301)
        #expect(verification.damagedCount + verification.unusedFileCount == 0)
        try place.overwrite(try #require(place.objects().first), at: 99_000, with: [1, 2, 3])
        let stranger = "\(place.folder)/objects/ab/" + String(repeating: "cd", count: 31)
        try FileManager.default.createDirectory(
            atPath: "\(place.folder)/objects/ab", withIntermediateDirectories: true)
        try Data(bytes(10)).write(to: URL(filePath: stranger))
        verification = await store.verify()
        #expect(verification.damagedKeys == [large.key])
        #expect(verification.damagedCount == 1 && verification.unusedFileCount == 1)
        #expect(place.objects().isEmpty)
        #expect(await store.statistics().fileByteCount == 0)
        #expect(await store.statistics().count == 300)
    }

    @Test("can be used where nothing is in the way, and makes itself for that")
    func condition() async throws {
        let store = place.store()
        #expect(await store.condition() == .usable)
        await store.store(response, body: [1, 2, 3])
        #expect(await store.condition() == .usable)
        #expect(await store.body(of: response) == [1, 2, 3])
    }

    @Test("cannot be written where its folder cannot be made")
    func unusable() async throws {
        try Data().write(to: URL(filePath: place.root + "/cache"))
        #expect(await place.store().condition() == .unwritable)
    }

    @Test("cannot be written while somebody else keeps writing, and can still be read")
    func locked() async throws {
        let store = place.store()
        await store.store(response, body: [1, 2, 3])
        var other = try Connection(place.database, .writing)
        try other.begin()
        #expect(await store.condition() == .unwritable)
        other.rollBack()
        #expect(await store.condition() == .usable)
    }

    @Test("goes on without storing when its folder is removed, and says so once")
    func removed() async throws {
        let store = place.store()
        await store.store(response, body: bytes(3))
        try FileManager.default.removeItem(atPath: place.root)
        for number in 0..<5 {
            await store.store(.sample("\(number)", byteCount: 3), body: bytes(3))
            await store.store(.sample("\(number)", byteCount: 100_000), body: bytes(100_000))
        }
        #expect(place.troubles == [.notStoring(.moved, folder: place.folder)])
        #expect(!FileManager.default.fileExists(atPath: place.root))
        #expect(await store.lease(response.key, for: .seconds(1)))
    }

    @Test("stores again in a folder that was removed, once it has paused")
    func pausedAfterRemoval() async throws {
        let store = place.store(pause: .zero)
        await store.store(response, body: bytes(3))
        #expect(await store.body(of: response) == bytes(3))
        try FileManager.default.removeItem(atPath: place.root)
        #expect(await store.responses(for: response.key).isEmpty)
        for name in ["lost", "kept"] { await store.store(.sample(name, byteCount: 3), body: bytes(3)) }
        #expect(await store.body(of: .sample("lost", byteCount: 3)) == nil)
        #expect(await store.body(of: .sample("kept", byteCount: 3)) == bytes(3))
        #expect(place.troubles == [.notStoring(.moved, folder: place.folder)])
    }

    @Test("reads and writes the store that another process made in the place of its own")
    func replaced() async throws {
        let (store, other) = (place.store(), place.store())
        await store.store(response, body: bytes(3))
        #expect(await store.body(of: response) == bytes(3))
        try FileManager.default.removeItem(atPath: place.root)
        let (theirs, own) = (StoredResponse.sample("theirs", byteCount: 3), large)
        await other.store(theirs, body: bytes(3))
        #expect(await store.responses(for: response.key).isEmpty)
        #expect(await store.body(of: theirs) == bytes(3))
        await store.store(own, body: bytes(100_000))
        for store in [store, other] { #expect(await store.body(of: own) == bytes(100_000)) }
        #expect(place.troubles.isEmpty)
    }

    @Test("gives back the lease under which nothing could be stored, so that nobody waits for it")
    func leaseOfNothing() async throws {
        let store = place.store()
        await store.store(response, body: bytes(3))
        #expect(await store.lease(large.key, for: .seconds(60)))
        let objects = place.folder + "/objects"
        try? FileManager.default.removeItem(atPath: objects)
        try Data(bytes(3)).write(to: URL(filePath: objects))
        await store.store(large, body: bytes(100_000))
        #expect(place.troubles.count == 1)
        await store.release(large.key)
        #expect(await place.store().state(of: large.key) == .free)
    }

    @Test("goes on without storing where there can be no folder, and says so once")
    func noFolder() async throws {
        try Data(bytes(3)).write(to: URL(filePath: place.root + "/cache"))
        let store = place.store()
        for _ in 0..<3 { await store.store(response, body: bytes(3)) }
        #expect(await store.responses(for: response.key).isEmpty)
        #expect(await store.statistics().count == 0)
        #expect(await store.verify().checkedCount == 0)
        #expect(await store.clear() == 0)
        #expect(place.troubles.count == 1)
        let trouble = try #require(place.troubles.first)
        #expect("\(trouble)".hasPrefix("\(place.folder) cannot be written: not a directory. Answers are not"))
        #expect("\(trouble)".hasSuffix("set XDG_CACHE_HOME to a folder that can be written."))
    }
}
