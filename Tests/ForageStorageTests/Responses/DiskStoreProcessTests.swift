import ForageCore
import ForageStorage
import Platform
import TestPlaces
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("A store shared by several processes")
struct DiskStoreProcessTests {
    private let place: StorePlace
    private let limit = 8 << 20

    init() throws { place = try StorePlace() }

    @Test("the store is intact and within its limit after each of many kills")
    func killed() async throws {
        for round in 0..<Campaign.count(6, of: 200) {
            let writers = try (0..<2).map {
                try StoreProcess("write", place.folder, "\(limit)", "\(round * 2 + $0)", "0", in: place)
            }
            // However slow the machine is, something is stored before the first two are killed.
            while round == 0, place.objects().count < 10 { try await Task.sleep(for: .milliseconds(2)) }
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...150)))
            for writer in writers {
                writer.kill()
                #expect(try await writer.ending().code == 137)
            }
            #expect(place.diskByteCount() <= limit)
            let check = try await StoreProcess("check", place.folder, in: place).ending()
            #expect(check.code == 0, "round \(round): \(check.output)")
        }
        let store = place.store(limit: limit)
        let verification = await store.verify()
        #expect(verification.checkedCount > 0)
        #expect(verification.damagedCount == 0)
        #expect(verification.unusedFileCount == 0)
        let known = await store.statistics().fileByteCount
        await store.clear()
        #expect(place.objects().isEmpty)
        #expect(await store.statistics().fileByteCount == 0)
        #expect(known > 0)
    }

    @Test("simultaneous writers, clearers and readers see no errors")
    func together() async throws {
        let processes = [
            try StoreProcess("write", place.folder, "\(limit)", "1", "200", in: place),
            try StoreProcess("write", place.folder, "\(limit)", "2", "200", in: place),
            try StoreProcess("clear", place.folder, "5", in: place),
            try StoreProcess("read", place.folder, "2000", in: place),
        ]
        for process in processes {
            let ending = try await process.ending()
            #expect(ending.code == 0)
            #expect(ending.output.isEmpty)
        }
        let check = try await StoreProcess("check", place.folder, in: place).ending()
        #expect(check.code == 0)
        #expect(place.diskByteCount() <= limit)
    }

    @Test("the store is created once when several processes start together")
    func starting() async throws {
        let processes = try (0..<8).map {
            try StoreProcess("write", place.folder, "\(limit)", "\($0)", "5", in: place)
        }
        for process in processes {
            let ending = try await process.ending()
            #expect(ending.code == 0)
            #expect(ending.output.isEmpty)
        }
        #expect(await place.store().statistics().count >= 30)
    }

    @Test("a damaged store is set aside once when several processes find it together")
    func damaged() async throws {
        try await StoreProcess("write", place.folder, "\(limit)", "1", "50", in: place).ending()
            .expectSuccess()
        try Data(bytes(50_000)).write(to: URL(filePath: place.database))
        let processes = try (0..<6).map {
            try StoreProcess("write", place.folder, "\(limit)", "\($0)", "20", in: place)
        }
        var messages = ""
        for process in processes {
            let ending = try await process.ending()
            #expect(ending.code == 0)
            messages += ending.output
        }
        #expect(messages.split(separator: "\n").count == 1, "\(messages)")
        #expect(try place.bytes(of: place.database + ".damaged") == bytes(50_000))
        try await StoreProcess("check", place.folder, in: place).ending().expectSuccess()
    }

    @Test("a full disk does not stop the program, and warns once")
    func full() async throws {
        // A limit on file sizes, in blocks of 512 or 1024 bytes, acts like a full disk.
        let process = try StoreProcess(
            "write", place.folder, "\(limit)", "1", "200", in: place, setUp: "ulimit -f 1000;")
        let ending = try await process.ending()
        #expect(ending.code == 0)
        #expect(ending.output.split(separator: "\n").count == 1)
        try await StoreProcess("check", place.folder, in: place).ending().expectSuccess()
    }

    @Test("a read-only folder does not stop the program, and warns once")
    func readOnly() async throws {
        try await StoreProcess("write", place.folder, "\(limit)", "1", "50", in: place).ending()
            .expectSuccess()
        let folders = [place.folder, place.root + "/cache"]
        for path in folders + [place.database] { try allow(0o555, path) }
        // Permissions do not restrict the system's administrator, so the program runs as another user.
        let process = try StoreProcess(
            "write", place.folder, "\(limit)", "2", "10", in: place,
            runner: getuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : "")
        let ending = try await process.ending()
        for path in folders { try allow(0o700, path) }
        #expect(ending.code == 0)
        #expect(ending.output.split(separator: "\n").count == 1)
    }

    private func allow(_ permissions: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }
}

extension StoreProcess.Ending {
    fileprivate func expectSuccess() {
        #expect(code == 0)
        #expect(!output.contains("database"), "\(output)")
    }
}
