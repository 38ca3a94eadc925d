import Forage
import ForageCore
import ForageDownloads
import Platform
import Testing

@testable import ForageGallery

@Suite("Cached files of the gallery", .timeLimit(.minutes(1)))
struct FileCacheTests {
    private func order(_ name: String) throws -> FileOrder {
        try FileOrder(#require(ItemID("album:\(name)")))
    }

    /// Stores a file of the given size, and returns the path of its folder.
    private func keep(_ name: String, _ byteCount: Int, in kept: FileCache) throws -> String {
        var place = try kept.takePlace(for: order(name))
        place.byteCount = byteCount
        let saved = SavedFile("\(name).png", byteCount: byteCount, resumedAt: 0)
        place.file = CachedFile(saved, in: place.folder)
        kept.put(place)
        return place.folder.path
    }

    @Test(
        "the number and size of files are limited, and the least recently used are removed with their folders"
    )
    func bounded() throws {
        let kept = FileCache(FileCache.Limits(count: 3, byteCount: 100))
        let folders = try ["a", "b", "c"].map { try keep($0, 20, in: kept) }
        #expect(try kept.file(order("a")) != nil)
        let last = try keep("d", 20, in: kept)
        #expect(try kept.file(order("b")) == nil)
        #expect(folders.map { FileManager.default.fileExists(atPath: $0) } == [true, false, true])
        _ = try keep("e", 90, in: kept)
        #expect(try ["a", "c", "d"].allSatisfy { try kept.file(order($0)) == nil })
        kept.clear()
        #expect(!FileManager.default.fileExists(atPath: last))
        #expect(try kept.file(order("e")) == nil)
    }

    @Test("a file is removed after its time")
    func timed() async throws {
        let kept = FileCache(FileCache.Limits(time: .milliseconds(1)))
        let folder = try keep("a", 20, in: kept)
        while FileManager.default.fileExists(atPath: folder) { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try kept.file(order("a")) == nil)
    }

    @Test("files left by a killed gallery are removed when the next one starts")
    func left() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/forage-gallery.\(UUID())"
        try FileManager.default.createDirectory(
            atPath: folder + "/inner", withIntermediateDirectories: true)
        let gallery = try Gallery(Forage(Configuration(registrations: Forage.builtIn)))
        while FileManager.default.fileExists(atPath: folder) { try await Task.sleep(for: .milliseconds(5)) }
        gallery.stop()
    }

    @Test("an interrupted file is continued in its folder")
    func interrupted() throws {
        let kept = FileCache()
        let place = try kept.takePlace(for: order("a"))
        kept.put(place)
        #expect(try kept.file(order("a")) == nil)
        #expect(try kept.takePlace(for: order("a")).folder.path == place.folder.path)
        #expect(try kept.takePlace(for: order("a")).folder.path != place.folder.path)
    }
}
