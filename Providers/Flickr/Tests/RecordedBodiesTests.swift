import Flickr
import ForageCore
import Foundation
import Testing

/// Recorded answers may not be published. To test with yours, name their folder in `FORAGE_PAYLOADS`.
private let recordings: [URL] = {
    guard let folder = ProcessInfo.processInfo.environment["FORAGE_PAYLOADS"] else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.lastPathComponent.hasPrefix("flickr-") }
        .sorted { $0.path < $1.path }
}()

@Suite(
    "Recorded answers",
    .enabled(if: !recordings.isEmpty, "set FORAGE_PAYLOADS to a folder of flickr-* files"))
struct RecordedBodiesTests {
    private let provider = FlickrProvider()

    @Test("are read completely", arguments: recordings)
    func recording(file: URL) throws {
        let body = try [UInt8](Data(contentsOf: file))
        let name = file.lastPathComponent
        var response = Response(body: body)
        guard !name.contains("fail") else {
            #expect(provider.refusal(in: response) != nil)
            return
        }
        #expect(provider.refusal(in: response) == nil)
        // A table of licences is no answer to a request of its own.
        guard !name.contains("licenses") else { return }
        let request = try name.contains("getInfo") ? Sample.details : Sample.search()
        if case .details = request { response.following = [Response(body: try Sample.body("sizes"))] }
        let drafts = try provider.decode(response, for: request).drafts
        #expect(!drafts.isEmpty)
        for draft in drafts {
            #expect(!draft.renditions.isEmpty)
            #expect(Item(draft, credit: provider.attribution(for: draft), from: "flickr") != nil)
        }
    }
}
