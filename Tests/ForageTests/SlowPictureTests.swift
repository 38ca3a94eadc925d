import Forage
import ForageCore
import ForageSearch
import HTTPServer
import Testing

@Suite("A picture on a slow server")
struct SlowPictureTests {
    /// Sends this, and then a byte now and then for as long as a client reads.
    private func server(_ start: String) throws -> HTTPServer {
        try HTTPServer { _ in
            HTTPServerResponse(
                body: .stream { writer in
                    try await writer.write(start)
                    while true {
                        try await Task.sleep(for: .milliseconds(50))
                        try await writer.write(" ")
                    }
                })
        }
    }

    private func size(of server: HTTPServer, within timeout: Duration) async throws -> SVGSize {
        let url = try #require(WebURL("http://127.0.0.1:\(server.port)/picture.svg"))
        let forage = Forage(try Configuration(registrations: Forage.builtIn, environment: [:]))
        return try await forage.svgSize(at: url, within: timeout)
    }

    @Test("the picture is measured as soon as its root element has arrived")
    func root() async throws {
        let server = try server("<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'>")
        let start = ContinuousClock.now
        let size = try await size(of: server, within: .seconds(30))
        #expect(size.pixels()?.width == 4)
        #expect(.now - start < .seconds(10))
    }

    @Test("without a root element the measurement ends at the deadline")
    func noRoot() async throws {
        let server = try server("<svg xmlns='http://www.w3.org/2000/svg' width='4'")
        await #expect(throws: MeasuringError.self) { try await size(of: server, within: .milliseconds(500)) }
    }
}
