import Database
import ForageCore
import Platform
import Synchronization
import Testing

@testable import ForageStorage

@Suite("Faults of the item index")
struct ItemIndexErrorTests {
    private let folder: ItemFolder

    init() throws { folder = try ItemFolder() }

    @Test("damaged rows are left out, and removed by verification")
    func damagedRows() async throws {
        let index = folder.opened()
        index.keep((0..<5).map { .sample("\($0)", "Owl \($0)") }, until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl").count == 5)
        var database = try Connection(folder.file, .writing)
        try database.run("UPDATE item SET written = substr(written, 1, 20) WHERE local_id = '1'")
        try database.run("UPDATE item SET written = 'null' WHERE local_id = '2'")
        try database.run("DELETE FROM item WHERE local_id = '3'")
        #expect(await index.ids(matching: "owl") == ["0", "4"])
        #expect(await index.ids(matching: nil) == ["0", "4"])
        // The size of the pages does not change.
        let page = await index.items(of: "gallery", matching: "owl", page: 0..<2)
        #expect(page.items.map(\.item.id.local) == ["0"])
        #expect(page.next == 2)
        #expect(await index.item(ItemID(provider: "gallery", local: "1")) == nil)
        #expect(await index.verify() == IndexVerification(count: 4, damagedCount: 2))
        #expect(await index.verify() == IndexVerification(count: 2))
        index.keep([.sample("1", "Owl 1")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl") == ["1", "0", "4"])
        #expect(folder.troubles.isEmpty)
    }

    @Test(
        "a file that is not a database is set aside with one warning, and the index starts empty",
        arguments: [true, false])
    func damagedFile(readsFirst: Bool) async throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Data("This is no database, however long one looks at it.".utf8).write(
            to: URL(filePath: folder.file))
        let index = folder.opened()
        if readsFirst { #expect(await index.ids(matching: "owl") == []) }
        index.keep([.sample("1", "Owl")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl") == ["1"])
        #expect(folder.troubles == [.setAside(.damaged, path: folder.file + ".damaged")])
    }

    @Test(
        "a warning handler may use the index at once", arguments: [WarningTime.reading, .writing, .failing])
    func asking(moment: WarningTime) async throws {
        let place = moment == .failing ? folder.path : folder.file
        let parent = place.prefix(upTo: try #require(place.lastIndex(of: "/")))
        try FileManager.default.createDirectory(atPath: String(parent), withIntermediateDirectories: true)
        try Data("This is no database, however long one looks at it.".utf8).write(to: URL(filePath: place))
        let asked = Mutex<SQLiteItemIndex?>(nil)
        let isWritten = Mutex<[Bool]>([])
        let index = SQLiteItemIndex(
            folder: folder.path, limit: 64 << 20,
            warn: { _ in
                let index = asked.withLock(\.self)
                let written: Void? = index?.keeper.write { _ in }
                isWritten.withLock { $0.append(written != nil) }
            })
        asked.withLock { $0 = index }
        if moment == .reading { #expect(await index.ids(matching: "owl") == []) }
        index.keep([.sample("1", "Owl")], until: nil)
        await index.finish()
        #expect(isWritten.withLock(\.self) == [moment != .failing])
    }

    @Test("an index of a later version stays as it is, with one warning", arguments: [true, false])
    func newerFile(isReadFirst: Bool) async throws {
        _ = await folder.index(of: .sample("1", "Owl"))
        var database = try Connection(folder.file, .writing)
        let version = try database.schemaVersion()
        try database.execute("PRAGMA user_version = 99")
        let index = folder.opened()
        if isReadFirst { #expect(await index.ids(matching: "owl") == []) }
        index.keep([.sample("2", "Owl")], until: nil)
        await index.finish()
        #expect(folder.troubles == [.notStoring(.newer(version: 99), folder: folder.path)])
        try database.execute("PRAGMA user_version = \(version)")
        #expect(await folder.opened().ids(matching: "owl") == ["1"])
    }

    @Test("a damaged page does not stop the index")
    func tornPages() async throws {
        let index = folder.opened()
        index.keep(
            (0..<500).map { .sample("\($0)", "Owl \($0)", summary: "of \($0 * 977)") }, until: nil)
        await index.finish()
        var database = try Connection(folder.file, .writing)
        try database.emptyLog(patience: .seconds(1))
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: folder.file)))
        for start in stride(from: 4096 * 3, to: bytes.count, by: 4096 * 2) {
            bytes.replaceSubrange(start..<start + 2000, with: repeatElement(0xA5, count: 2000))
        }
        try Data(bytes).write(to: URL(filePath: folder.file))
        let other = folder.opened()
        _ = await other.ids(matching: "owl")
        _ = await other.ids(matching: nil)
        other.keep((0..<100).map { .sample("\($0)", "Owl \($0)") }, until: nil)
        await other.finish()
        other.keep([.sample("new", "Eagle owl")], until: nil)
        await other.finish()
        #expect(await other.ids(matching: "eagle") == ["new"])
    }

    @Test("an index that cannot be written stores nothing, and warns once")
    func unwritable() async throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let place = folder.path + "/taken"
        try Data().write(to: URL(filePath: place))
        let reported = Reported()
        let index = SQLiteItemIndex(folder: place, limit: 64 << 20, warn: reported.add)
        for _ in 0..<3 {
            index.keep([.sample("1", "Owl")], until: nil)
            await index.finish()
            #expect(await index.ids(matching: "owl") == [])
        }
        #expect(reported.troubles.count == 1)
    }

    @Test("a removed folder does not stop the index, and warns once")
    func folderGone() async throws {
        let index = await folder.index(of: .sample("1", "Owl"))
        try FileManager.default.removeItem(atPath: folder.path)
        for _ in 0..<2 {
            #expect(await index.ids(matching: "owl") == [])
            index.keep([.sample("2", "Owl")], until: nil)
            await index.finish()
        }
        #expect(folder.troubles == [.notStoring(.moved, folder: folder.path)])
    }

    @Test("items are stored again in a removed folder after a pause")
    func pausedAfterRemoval() async throws {
        let index = folder.opened(pause: .zero)
        for id in ["1", "lost", "kept"] {
            index.keep([.sample(id, "Owl")], until: nil)
            await index.finish()
            if id == "1" { try FileManager.default.removeItem(atPath: folder.path) }
        }
        #expect(await index.ids(matching: "owl") == ["kept"])
        #expect(folder.troubles == [.notStoring(.moved, folder: folder.path)])
    }

    @Test("an index recreated by another process is used")
    func replaced() async throws {
        let index = await folder.index(of: .sample("1", "Owl"))
        #expect(await index.ids(matching: "owl") == ["1"])
        try FileManager.default.removeItem(atPath: folder.path)
        let other = await folder.index(of: .sample("2", "Owl"))
        #expect(await index.ids(matching: "owl") == ["2"])
        index.keep([.sample("3", "Owl")], until: nil)
        await index.finish()
        for index in [index, other] { #expect(await index.ids(matching: "owl") == ["3", "2"]) }
        #expect(folder.troubles.isEmpty)
    }

    @Test("the index stays within its limit, and keeps the newest items")
    func budget() async throws {
        let limit = 4 << 20
        let index = folder.opened(limit: limit)
        var greatest = 0
        for round in 0..<150 {
            folder.wait(1)
            let items = (0..<80).map { number -> Item in
                let words = (0..<30).map { "w\((round * 80 + number) * 31 % 4999 + $0 * 77)" }
                return .sample("\(round)-\(number)", "Owl \(round)", summary: words.joined(separator: " "))
            }
            index.keep(items, until: nil)
            await index.finish()
            greatest = max(greatest, index.byteCount)
        }
        #expect(greatest <= limit)
        let ids = await index.ids(matching: "owl", 0..<100_000)
        #expect(ids.count > 1_000)
        #expect(ids.contains("149-79"))
        #expect(await index.ids(matching: "owl 149").count == 80)
        #expect(await index.verify() == IndexVerification(count: ids.count))
        #expect(folder.troubles.isEmpty)
    }
}

/// The time of the warning: while a damaged file is read or written, or because no file can be created.
enum WarningTime {
    case reading, writing, failing
}

/// The reported problems.
private final class Reported: Sendable {
    private let list = Mutex<[StoreTrouble]>([])

    var troubles: [StoreTrouble] { list.withLock(\.self) }

    func add(_ trouble: StoreTrouble) { list.withLock { $0.append(trouble) } }
}
