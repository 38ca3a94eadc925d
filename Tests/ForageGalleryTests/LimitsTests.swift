import HTTPServer
import Testing

@testable import ForageGallery

@Suite("Time limits of the gallery's server")
struct LimitsTests {
    @Test("the server waits longer than any search may take", arguments: [1, 59, 90, 600])
    func searching(seconds: Int) {
        let limits = HTTPServer.Limits(searchingFor: .seconds(seconds))
        #expect(limits.handling > .seconds(seconds))
        #expect(limits.handling >= HTTPServer.Limits().handling)
    }
}
