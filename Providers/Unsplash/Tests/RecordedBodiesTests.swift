import ForageCore
import Foundation
import Testing
import Unsplash

/// Recorded answers may not be published. To test with yours, name their folder in `FORAGE_PAYLOADS`.
private let recordings: [URL] = {
    guard let folder = ProcessInfo.processInfo.environment["FORAGE_PAYLOADS"] else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.lastPathComponent.hasPrefix("unsplash-") }
        .sorted { $0.path < $1.path }
}()

@Suite(
    "Recorded answers",
    .enabled(if: !recordings.isEmpty, "set FORAGE_PAYLOADS to a folder of unsplash-* files"))
struct RecordedBodiesTests {
    @Test("are read completely, or refused with the service's reason", arguments: recordings)
    func recording(file: URL) throws {
        let provider = UnsplashProvider()
        let body = [UInt8](try Data(contentsOf: file))
        let name = file.lastPathComponent
        guard !name.contains("error") else {
            let reason = provider.refusal(in: Response(status: 401, body: body)).map { "\($0)" }
            #expect(reason?.contains("401 Unauthorized: ") == true)
            return
        }
        let page = try provider.page(of: body, for: try request(answeredBy: name))
        #expect(page.drift.isEmpty)
        #expect(page.damage == nil)
        #expect(!page.drafts.isEmpty)
        for draft in page.drafts {
            #expect(draft.renditions.count >= 3)
            #expect(Item(draft, credit: provider.attribution(for: draft), from: "unsplash") != nil)
        }
    }

    private func request(answeredBy name: String) throws -> ProviderRequest {
        if name.contains("search") { return try Sample.search() }
        return name.contains("list") ? Sample.browse : Sample.details
    }
}
