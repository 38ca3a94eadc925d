import ForageCore
import TestPlaces
import TestWording
import Testing

@testable import ForageDownloads

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Hostile pictures")
struct HostilePictureTests {
    private let shop: ImageFolder

    init() throws { shop = try ImageFolder() }

    @Test(
        "a hostile picture is refused with a reason, leaves nothing and harms no other", arguments: pictures)
    func refused(picture: (bytes: [UInt8], reason: String)) async throws {
        try shop.folder.write(picture.bytes, to: "bad")
        let fault = await #expect(throws: ImageError.self) {
            try await shop.make("made", of: "bad", ImageTransform(width: 10), keepingMetadata: true)
        }
        #expect(fault?.description.contains(picture.reason) == true, "\(fault?.description ?? "")")
        #expect(throws: (any Error).self) { try shop.bytes("made") }
        await #expect(throws: ImageError.self) {
            try await shop.pool.draw(.bytes(picture.bytes), ImageDrawing(.blocks, columns: 9, rows: 9))
        }
        try shop.draw("good.svg")
        try await shop.make("made", of: "good.svg", ImageTransform())
    }

    static let pictures: [(bytes: [UInt8], reason: String)] = [
        ([], Wording.Pictures.empty),
        (Array("<html><body>not found</body></html>".utf8), Wording.Files.unreadableImage),
        (Array(repeating: 7, count: 10_000), Wording.Files.unreadableImage),
        (png(width: 30_000, height: 30_000), "30000 × 30000 pixels are \(Wording.Pictures.tooManyPixels)"),
        // Formats that are not allowed.
        (Array("P6 1 1 255 abc".utf8), Wording.Files.unreadableImage),
        (Array("%PDF-1.4\n".utf8), Wording.Files.unreadableImage),
        ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0], Wording.Files.unreadableImage),
        (bomb, Wording.Files.unreadableImage),
        (svg("width='1000000' height='1000000'", ""), Wording.Pictures.tooManyPixels),
    ]

    private static let bomb: [UInt8] = {
        let entities = (1...12).map { "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>" }
        let type = "<!DOCTYPE svg [<!ENTITY a0 'ha'>\(entities.joined())]>"
        return Array(type.utf8) + svg("width='9' height='9'", "<text>&a12;</text>")
    }()

    private static func svg(_ attributes: String, _ body: String) -> [UInt8] {
        Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(body)</svg>".utf8)
    }

    /// A header that promises so many pixels, without any data.
    private static func png(width: Int, height: Int) -> [UInt8] {
        let head = Array("IHDR".utf8) + width.big + height.big + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + 13.big + head + head.checksum.big + 0.big
            + Array("IDAT".utf8) + Array("IDAT".utf8).checksum.big
    }

    @Test("a truncated picture is refused, resized or not", arguments: ["jpg", "png", "webp"])
    func cutOff(format: String) async throws {
        try shop.draw("noise.svg", width: 300, height: 300, Self.noise)
        let transform = ImageTransform(format: .init(rawValue: format))
        try await shop.make("whole", of: "noise.svg", transform)
        let whole = try shop.bytes("whole")
        try shop.folder.write(whole.prefix(whole.count / 2), to: "cut")
        for transform in [ImageTransform(width: 100), ImageTransform()] {
            await #expect(throws: ImageError.self) { try await shop.make("made", of: "cut", transform) }
        }
    }

    private static let noise =
        "<filter id='f'><feTurbulence baseFrequency='0.9'/></filter><rect width='100%' height='100%' filter='url(#f)'/>"

    @Test("an SVG opens no file and no connection, and its scripts do not run")
    func sendsNothing() async throws {
        let listener = try Listener()
        try shop.draw("beside.svg", "<rect width='40' height='20' fill='black'/>")
        let address = "http://127.0.0.1:\(listener.port)/x.png"
        let links = [address, "beside.svg", "file://\(shop.path("beside.svg"))", shop.path("beside.svg")]
        let type = """
            <!DOCTYPE svg [<!ENTITY e SYSTEM '\(shop.path("beside.svg"))'> <!ENTITY % p SYSTEM '\(address)'> %p;]>
            """
        let size = "width='40' height='20' xmlns:xlink='http://www.w3.org/1999/xlink'"
        let body = links.map { "<image width='40' height='20' href='\($0)' xlink:href='\($0)'/>" }.joined()
        let others = """
            <style>@import url(\(address)); rect { fill: url(\(address)#a) }</style>
            <script href='\(address)'>fetch('\(address)')</script><use href='\(address)#a'/>
            """
        try shop.folder.write(Self.svg(size, body + others), to: "linked.svg")
        try shop.folder.write(Array(type.utf8) + Self.svg(size, "&e;"), to: "entity.svg")
        try shop.folder.write(Self.svg(size, ""), to: "plain.svg")
        try await shop.make("plain.png", of: "plain.svg", ImageTransform())
        try await shop.make("linked.png", of: "linked.svg", ImageTransform())
        #expect(try shop.bytes("linked.png") == shop.bytes("plain.png"))
        await #expect(throws: ImageError.self) {
            try await shop.make("entity.png", of: "entity.svg", ImageTransform())
        }
        #expect(!listener.wasReached)
    }

    @Test("a picture that needs too much memory is refused, and the next is not")
    func memory() async throws {
        let shop = try ImageFolder(ImageLimits(memory: 400 << 20))
        try shop.draw("large.svg", width: 9_000, height: 9_000)
        await #expect(throws: ImageError.self) {
            try await shop.make("large.webp", of: "large.svg", ImageTransform(format: .webp))
        }
        try shop.draw("small.svg")
        try await shop.make("small.webp", of: "small.svg", ImageTransform(format: .webp))
    }

    @Test("a picture that takes too much computing is refused, and the next is not")
    func computing() async throws {
        let shop = try ImageFolder(ImageLimits(processorTime: 1))
        let noise = "<filter id='f'><feTurbulence numOctaves='200' baseFrequency='0.9'/></filter>"
        try shop.draw(
            "slow.svg", width: 5_000, height: 5_000,
            noise + "<rect width='100%' height='100%' filter='url(#f)'/>")
        await #expect(throws: ImageError.refused(Wording.Pictures.processorTime)) {
            try await shop.make("slow.png", of: "slow.svg", ImageTransform())
        }
        try shop.draw("quick.svg")
        try await shop.make("quick.png", of: "quick.svg", ImageTransform())
    }
}

/// A port that should get no connection.
private final class Listener: Sendable {
    let port: Int
    private let descriptor: Int32

    struct Failure: Error {}

    init() throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(descriptor, place, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, place, &length) == 0
            }
        }
        guard isListening, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// Whether there was a connection, whatever happened to it.
    var wasReached: Bool { accept(descriptor, nil, nil) >= 0 }
}

extension Int {
    /// Four bytes, the most significant first.
    fileprivate var big: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}

extension [UInt8] {
    /// The checksum after each chunk of a PNG.
    fileprivate var checksum: Int {
        let sum = reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
