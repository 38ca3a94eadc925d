import ForageCore
import TestWording
import Testing

@testable import ForageDownloads

@Suite("Downloads while the archive is locked")
struct LockedArchiveTests {
    private struct LockedArchive: FileArchive {
        let trouble: FileArchiveError? = FileArchiveError(Wording.Downloads.archiveInUse)

        func has(_ id: ItemID, size: String) throws(FileArchiveError) -> Bool {
            throw FileArchiveError(Wording.Downloads.archiveInUse)
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
        #expect(reason.hasPrefix("\(Wording.Downloads.archiveInUse), \(Wording.Downloads.unknownDownload)"))
        #expect(getter.archiveTrouble != nil)
        #expect(try await host.ranges() == [] && host.names == [])
    }
}
