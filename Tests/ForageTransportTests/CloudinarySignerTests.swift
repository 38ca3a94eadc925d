import ForageCore
import ForageTransport
import Testing

@Suite("Cloudinary signatures")
struct CloudinarySignerTests {
    private func signer(isLong: Bool = false) throws -> CloudinarySigner {
        CloudinarySigner(secret: try #require(Secret("b")), isLong: isLong)
    }

    @Test(
        "signatures equal those of the service's own examples",
        arguments: [
            ("c_crop,h_20,w_10/image.jpg", "Ai4Znfl3"), ("image.jpg", "--SjmNDA"),
            ("http://google.com/path/to/image.png", "hH_YcbiS"),
        ])
    func vectors(text: String, expected: String) throws {
        #expect(try signer().signature(of: text) == expected)
    }

    @Test("long signatures use another hash")
    func long() throws {
        let signature = try signer(isLong: true).signature(of: "image.jpg")
        #expect(signature.utf8.count == 32)
        #expect(!signature.hasPrefix("--SjmNDA"))
    }

    @Test("a signature precedes what it covers, and is dropped by a further transformation")
    func inAddress() throws {
        let fetch = try CloudinaryFetch(cloud: "demo", source: "http://google.com/path/to/image.png")
        let signed = try fetch.signed(by: signer())
        #expect(
            signed.url.text
                == "https://res.cloudinary.com/demo/image/fetch/s--hH_YcbiS--/http://google.com/path/to/image.png"
        )
        #expect(signed.template == nil)
        #expect(signed.width(10) == fetch.width(10))
        let resized = try fetch.width(10).signed(by: signer())
        #expect(resized.url.text.hasSuffix("--/w_10/http://google.com/path/to/image.png"))
        #expect(resized.url != signed.width(10).url)
    }
}
