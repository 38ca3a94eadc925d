import HTTPServer
import Testing

@testable import ForageGallery

@Suite("How long the gallery's server waits for an answer")
struct LimitsTests {
    @Test("a search has all the time that it is given", arguments: [1, 59, 90, 600])
    func searching(seconds: Int) {
        let limits = HTTPServer.Limits(searchingFor: .seconds(seconds))
        #expect(limits.handling > .seconds(seconds))
        #expect(limits.handling >= HTTPServer.Limits().handling)
    }
}
