import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("Simulated Cloudinary fetch addresses", .timeLimit(.minutes(1)))
struct CloudinaryTests {
    private let client: SandboxClient
    private static let slug = "building-an-owl-tracker-setting-up-the-project"
    private static let source = "https://cocoacasts.s3.amazonaws.com/\(slug)/\(slug).svg"
    private static let size = PictureSize(named: slug)
    private let fetch = "/res.cloudinary.com/cocoacasts/image/fetch/"

    init() throws {
        client = try SandboxClient.shared.get()
    }

    /// The width and height in a PNG's header.
    private func size(_ png: [UInt8]) -> [Int] {
        [16..<20, 20..<24].map { png[$0].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test("an SVG becomes a PNG of the requested size")
    func picture() async throws {
        let reply = try await client.get(fetch + "w_200,h_100,f_png,dpr_2.0/" + Self.source)
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(size(reply.body) == [400, 200])
    }

    @Test(
        "the size depends on the fit",
        arguments: [
            ("f_png", 1.0, 1.0), ("f_png,w_0.5", 0.5, 0.5), ("h_2.0,f_auto,q_auto", 2, 2),
            ("c_limit,w_2000,h_2000,f_png", 1, 1), ("c_limit,w_0.5,h_0.9,f_png", 0.5, 0.5),
            ("c_fit,w_3.0,h_2.0,f_png", 2, 2), ("c_fill,w_1.0,h_0.5,f_png", 1, 0.5),
            ("c_scale,w_0.5,h_2.0,f_png", 0.5, 2), ("w_0.5,f_png/w_0.5", 0.25, 0.25),
            ("dpr_3,f_png", 1, 1), ("dpr_auto,w_1.0,f_png,q_80", 1, 1),
        ])
    func fitting(transformation: String, wide: Double, high: Double) async throws {
        let reply = try await client.get(fetch + transformation + "/" + Self.source)
        let expected = [Double(Self.size.width) * wide, Double(Self.size.height) * high]
        for (found, wanted) in zip(size(reply.body), expected) { #expect(abs(Double(found) - wanted) <= 1) }
    }

    @Test("without a format the file is unchanged")
    func unchanged() async throws {
        let original = try await client.get("/cdn.cocoacasts.com/\(Self.slug)/\(Self.slug).svg")
        for path in ["", "w_200/", "f_svg/", "v17/", "s--Ai4Znfl3--/v1/", "s----SjmNDA--/"] {
            let reply = try await client.get(fetch + path + Self.source)
            #expect(reply["Content-Type"] == "image/svg+xml")
            #expect(reply.body == original.body)
        }
    }

    @Test("the address is unescaped once")
    func escaped() async throws {
        let escaped = "https:%2F%2Fcocoacasts.s3.amazonaws.com/\(Self.slug)%2F\(Self.slug).svg%3Fa%3Db"
        #expect(try await client.get(fetch + "f_png/" + escaped).status == 200)
        let twice = "https:%252F%252Fcocoacasts.s3.amazonaws.com/x.svg"
        #expect(
            try await client.get(fetch + "f_png/" + twice)["X-Cld-Error"]?.hasPrefix("Resource not found")
                == true)
    }

    @Test(
        "an error is explained in a header",
        arguments: [
            ("f_png/https://example.org/owl.svg", 404, "Error in loading - https://example.org/owl.svg"),
            (
                "f_png/https://cdn.cocoacasts.com/a%2520b/c.svg", 404,
                "Error in loading - https://cdn.cocoacasts.com/a%20b/c.svg"
            ),
            ("f_png/owl.svg", 404, "Resource not found - f_png/owl.svg"),
            ("f_png,x_9/\(source)", 400, "Invalid Transformation: x_9"),
            ("w_none/\(source)", 400, "Invalid Transformation: w_none"),
            ("w_-5/\(source)", 400, "Invalid Transformation: w_-5"),
            ("c_thumb/\(source)", 400, "Invalid Transformation: c_thumb"),
            ("f_jpg/\(source)", 400, "Invalid Transformation: f_jpg"),
            ("dpr_99/\(source)", 400, "Invalid Transformation: dpr_99"),
            ("h_/\(source)", 400, "Invalid Transformation: h_"),
            ("q_/\(source)", 400, "Invalid Transformation: q_"),
            ("s--short--/\(source)", 401, "Invalid Signature s--short--"),
            ("s--Ai4Znfl3/\(source)", 401, "Invalid Signature s--Ai4Znfl3"),
            (
                "w_99999,h_99999,f_png/\(source)", 400,
                "Maximum image size is 25 Megapixels. Requested 99999x99999"
            ),
            (
                "https://a.example/" + String(repeating: "x", count: 300), 400,
                "public_id (318 characters) is too long"
            ),
        ])
    func refusals(path: String, status: Int, reason: String) async throws {
        let reply = try await client.get(fetch + path)
        #expect(reply.status == status)
        #expect(reply["X-Cld-Error"] == reason)
        #expect(reply.body.isEmpty)
    }

    @Test(
        "other paths are not found",
        arguments: ["/", "/cocoacasts/image/upload/x.png", "/cocoacasts/image/fetch/"])
    func otherPaths(path: String) async throws {
        #expect(try await client.get("/res.cloudinary.com" + path).status == 404)
    }
}
