import ForageCore
import Testing

@testable import ForageDownloads

@Suite("Downloads while the archive is locked")
struct LockedArchiveTests {
    private struct LockedArchive: FileArchive {
        let trouble: FileArchiveError? = FileArchiveError("the archive is in use by another program")

        func has(_ id: ItemID, size: String) throws(FileArchiveError) -> Bool {
            throw FileArchiveError("the archive is in use by another program")
        }

        func note(_ id: ItemID, size: String) { Issue.record("noted") }
    }

    @Test("the file is not downloaded, because the archive cannot say whether it was before")
    func unknown() async throws {
        let host = try PictureHost()
        let getter = try host.getter(archive: LockedArchive())
        guard case .failed(.unwritable(let reason)) = await getter.get(try host.item(), number: 0) else {
            Issue.record("it was got")
            return
        }
        #expect(reason.hasPrefix("the archive is in use by another program, so it is unknown"))
        #expect(getter.archiveTrouble != nil)
        #expect(try await host.ranges() == [] && host.names == [])
    }
}
