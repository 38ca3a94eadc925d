import ForageConformance
import ForageCore
import Testing
import __NAME__

@Suite("Answers of __NAME__")
struct DecodingTests {
    @Test("a photo has its picture, its photographer, its licence and its description as plain text")
    func photo() throws {
        let provider = __NAME__Provider()
        let samples = try SampleFolder(nextTo: #filePath).samples(of: provider.info.id)
        let sample = try #require(samples.first)
        let step = try provider.decode(sample.response, for: sample.request)
        guard case .page(let page) = step else {
            Issue.record("The sample needs further requests.")
            return
        }
        let photo = try #require(page.drafts.first)
        #expect(photo.title == "Barn owl at dusk")
        #expect(photo.creator?.name == "Ada Winter")
        #expect(photo.summary == "Seen from the mill at dusk.")
        #expect(photo.licence?.id == "cc-by-4.0")
        #expect(photo.renditions.first?.size?.description == "1600×1067")
    }
}
