import DuckDuckGo
import ForageCore
import Foundation
import Testing

/// Recorded answers may not be published. To test with yours, name their folder in `FORAGE_PAYLOADS`.
private let recordings: [URL] = {
    guard let folder = ProcessInfo.processInfo.environment["FORAGE_PAYLOADS"] else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.lastPathComponent.hasPrefix("duckduckgo-") }
        .sorted { $0.path < $1.path }
}()

@Suite(
    "Recorded answers",
    .enabled(if: !recordings.isEmpty, "set FORAGE_PAYLOADS to a folder of duckduckgo-* files"))
struct RecordedBodiesTests {
    @Test("are read completely", arguments: recordings)
    func recording(file: URL) throws {
        let provider = DuckDuckGoProvider()
        let page = try provider.page(of: [UInt8](Data(contentsOf: file)), for: Sample.search("recorded"))
        #expect(page.drift.isEmpty)
        #expect(page.damage == nil)
        for draft in page.drafts {
            #expect(!draft.line.contains("</") && !draft.line.contains("&amp;"))
            #expect(draft.summary != "" && draft.title.count < 200)
            #expect(Item(draft, credit: provider.attribution(for: draft), from: "duckduckgo") != nil)
        }
    }
}
