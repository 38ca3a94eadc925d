import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("The simulated image hosts of Unsplash", .timeLimit(.minutes(1)))
struct UnsplashImagesTests {
    private let client: SandboxClient
    private let photo: LibraryPhoto

    init() throws {
        client = try SandboxClient.shared.get()
        let photos = PhotoLibrary(catalogue: CatalogueTests.catalogue).all
        photo = try #require(photos.first { $0.size == PictureSize(width: 1800, height: 1200) && !$0.isPlus })
    }

    @Test(
        "a picture has the requested size, but is never larger than the photo",
        arguments: [
            ("w=200", 200, 133), ("w=200&dpr=2.0", 400, 267), ("h=300", 450, 300), ("w=90&h=90", 90, 60),
            ("w=90&h=90&fit=crop", 90, 90), ("w=9000&h=150", 225, 150), ("w=0&h=x", 1, 1),
            ("w=150&dpr=9999", 750, 500),
        ])
    func size(query: String, width: Int, height: Int) async throws {
        let reply = try await client.get("/images.unsplash.com/\(photo.picture)?ixid=1&\(query)")
        #expect(reply["Content-Type"] == "image/png")
        let number = { (bytes: ArraySlice<UInt8>) in bytes.reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(reply.body[16..<20]) == width)
        #expect(number(reply.body[20..<24]) == height)
    }

    @Test("different sizes of a picture have different tags")
    func tags() async throws {
        let small = try await client.get("/images.unsplash.com/\(photo.picture)?w=20")
        let large = try await client.get("/images.unsplash.com/\(photo.picture)?w=40")
        #expect(small["ETag"] != large["ETag"])
    }

    @Test("unknown pictures are not found at either host")
    func missing() async throws {
        #expect(try await client.get("/images.unsplash.com/photo-1").status == 404)
        #expect(try await client.get("/plus.unsplash.com/\(photo.picture)?w=9").status == 404)
    }
}
