import Database
import ForageCore
import ForageStorage
import Platform
import TestWording
import Testing

@Suite("Faults of the disk store")
struct DiskStoreErrorTests {
    private let place: StorePlace
    private let response = StoredResponse.sample(byteCount: 3)
    private let large = StoredResponse.sample("large", byteCount: 100_000)

    init() throws { place = try StorePlace() }

    /// A closed store with a few hundred responses, with or without a checkpoint of its log.
    private func fill(foldingLog: Bool = true) async throws {
        let store = place.store()
        for number in 0..<300 {
            await store.store(.sample("\(number)", byteCount: 3000), body: bytes(3000, seed: number))
        }
        await store.store(large, body: bytes(100_000))
        if foldingLog { await store.prune() }
        store.close()
    }

    /// Uses a store, and expects only bytes that were stored.
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
        "overwritten bytes are survived", arguments: [0, 16, 100, 4096, 8192, 20_000, 100_000, 400_000])
    func overwritten(at position: Int) async throws {
        try await fill()
        try place.overwrite(place.database, at: position, with: bytes(6000, seed: position + 7))
        await use()
    }

    @Test("a truncated file is survived", arguments: [0, 1, 99, 4096, 10_000, 500_000])
    func truncated(to byteCount: Int) async throws {
        try await fill()
        let start = try place.bytes(of: place.database).prefix(byteCount)
        try Data(start).write(to: URL(filePath: place.database))
        await use()
    }

    @Test("a truncated or overwritten log is survived", arguments: [0, 31, 5000, 20_000, 20_001])
    func brokenLog(at position: Int) async throws {
        let store = place.store()
        for number in 0..<4 {
            await store.store(.sample("\(number)", byteCount: 3000), body: bytes(3000, seed: number))
        }
        let log = place.database + "-wal"
        // The files of a killed process; closing would checkpoint the log.
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

    @Test("a file that is not a database is set aside with one warning, and the store starts empty")
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

    @Test("a store of a later version stays as it is, with one warning")
    func newer() async throws {
        try await fill()
        let version = try change(version: 99)
        let store = place.store()
        await store.store(response, body: bytes(3))
        #expect(await store.responses(for: response.key).isEmpty)
        #expect(store.obstacle == .newer)
        store.close()
        #expect(place.troubles == [.notStoring(.newer(version: 99), folder: place.folder)])
        _ = try change(version: version)
        let later = place.store()
        #expect(await later.body(of: large) == bytes(100_000))
        later.close()
    }

    /// Changes the version of the database, and returns the one before.
    private func change(version: Int) throws -> Int {
        var database = try Connection(place.database, .writing)
        defer { try? database.execute("PRAGMA user_version = \(version)") }
        return try database.schemaVersion()
    }

    @Test("a changed body file is not returned", arguments: [0, 1, 2])
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

    @Test("a file that cannot be read for the moment is kept")
    func unreadableFile() async throws {
        try await fill()
        let file = try #require(place.objects().first)
        let elsewhere = place.folder + "/elsewhere"
        try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
        // A link to itself cannot be opened even by root.
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file)
        let store = place.store()
        #expect(await store.body(of: large) == nil)
        let verification = await store.verify()
        #expect(verification.unreadableCount == 1 && verification.damagedCount == 0)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: file)
        #expect(await store.body(of: large) == bytes(100_000))
    }

    @Test("verification finds damaged bodies and unused files")
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

    @Test("a working store is usable, and is created for the check")
    func condition() async throws {
        let store = place.store()
        #expect(await store.condition() == .usable)
        await store.store(response, body: [1, 2, 3])
        #expect(await store.condition() == .usable)
        #expect(await store.body(of: response) == [1, 2, 3])
    }

    @Test("a store whose folder cannot be created is unwritable")
    func unusable() async throws {
        try Data().write(to: URL(filePath: place.root + "/cache"))
        #expect(await place.store().condition() == .unwritable)
    }

    @Test("a store is unwritable while another process keeps writing, and can still be read")
    func locked() async throws {
        let store = place.store()
        await store.store(response, body: [1, 2, 3])
        var other = try Connection(place.database, .writing)
        try other.begin()
        #expect(await store.condition() == .unwritable)
        other.rollBack()
        #expect(await store.condition() == .usable)
    }

    @Test("a removed folder does not stop the program, and warns once")
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

    @Test("responses are stored again in a removed folder after a pause")
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

    @Test("a store recreated by another process is used")
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

    @Test("a lease is released if storing fails, so that no other process waits for it")
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

    @Test("a folder that cannot be created does not stop the program, and warns once")
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
        #expect(
            "\(trouble)".hasPrefix(
                "\(Wording.Files.unwritable(place.folder, Wording.Files.notDirectory)). Answers are not"))
        #expect("\(trouble)".hasSuffix(Wording.Storage.writableFolder("XDG_CACHE_HOME")))
    }
}
