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

@Suite("A store of several processes")
struct DiskStoreProcessTests {
    private let place: StorePlace
    private let limit = 8 << 20

    init() throws { place = try StorePlace() }

    @Test("is whole after each of many kills, and no larger than it may be")
    func killed() async throws {
        for round in 0..<Campaign.count(6, of: 200) {
            let writers = try (0..<2).map {
                try StoreProcess("write", place.folder, "\(limit)", "\(round * 2 + $0)", "0", in: place)
            }
            // However slow the machine is, something is stored when the first two are killed.
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

    @Test("is written by two, cleared by one and read by one without an error")
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

    @Test("is made once when many come at the same time")
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

    @Test("is set aside once when many find it damaged at the same time")
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

    @Test("goes on when the disk is full, and says so once")
    func full() async throws {
        // A limit for the size of files, in blocks of 512 or 1024 bytes, is met as a full disk is.
        let process = try StoreProcess(
            "write", place.folder, "\(limit)", "1", "200", in: place, setUp: "ulimit -f 1000;")
        let ending = try await process.ending()
        #expect(ending.code == 0)
        #expect(ending.output.split(separator: "\n").count == 1)
        try await StoreProcess("check", place.folder, in: place).ending().expectSuccess()
    }

    @Test("goes on where nothing may be written, and says so once")
    func readOnly() async throws {
        try await StoreProcess("write", place.folder, "\(limit)", "1", "50", in: place).ending()
            .expectSuccess()
        let folders = [place.folder, place.root + "/cache"]
        for path in folders + [place.database] { try allow(0o555, path) }
        // To the system's administrator nothing is forbidden, so he has to become another.
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
