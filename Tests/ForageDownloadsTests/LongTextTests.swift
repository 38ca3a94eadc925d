import ForageCore
import JSON
import TestPlaces
import Testing

@testable import ForageDownloads

@Suite("Credits with long texts")
struct LongTextTests {
    @Test(
        "a text of any length is shortened in the credit, which stays readable, so the file is not downloaded again"
    )
    func cut() async throws {
        let host = try PictureHost()
        let title = String(repeating: "Eule 🦉 ", count: 200_000)
        var item = try host.item()
        item.title = title
        item.sources[0].attribution.title = title
        item.sources[0].attribution.source.name = title
        item.sources[0].attribution.creator = Known(Creator(name: title))
        item.sources[0].attribution.licence = .known(Licence(id: title, name: title))
        item.sources[0].attribution.serviceLine = NamedLink(title, "https://pictures.example/")
        guard case .saved = try await host.getter().get(item, number: 0) else {
            Issue.record("it was not got")
            return
        }
        let credit = try #require(CreditRecord(nextToFile: host.folder.path + "/owl.png"))
        let source = credit.credits[0]
        for text in [
            credit.title, source.title, source.source.name, source.creator.fact?.name,
            source.licence.fact?.id,
            source.licence.fact?.name, source.serviceLine?.name,
        ] {
            let text = try #require(text)
            #expect(text.utf8.count <= 4_003 && text.utf8.count > 3_900 && text.hasSuffix("…"))
            #expect(title.hasPrefix(text.dropLast()))
        }
        #expect(try await host.getter().get(item, number: 0) == .there("owl.png"))
    }

    @Test("texts of usual length stay unchanged")
    func whole() throws {
        let item = try Item.sample(title: String(repeating: "o", count: 4_000))
        #expect(item.withTextsCut == item)
    }

    @Test("a credit too long to be read again is not written")
    func bounded() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/side.json"
        let bytes = Array("\"\(String(repeating: "o", count: (1 << 20) - 2))\"".utf8)
        try SideFile.write(bytes, to: path)
        #expect(try SideFile.read(path)?.string?.count == bytes.count - 2)
        #expect(throws: DownloadError.self) { try SideFile.write(bytes + [0x20], to: path) }
        #expect(try SideFile.read(path)?.string != nil)
    }
}
