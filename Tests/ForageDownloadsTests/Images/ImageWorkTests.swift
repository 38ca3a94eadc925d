import ForageCore
import Platform
import TestPlaces
import TestWording
import Testing

@testable import ForageDownloads

@Suite("Results of forage-image")
struct ImageWorkTests {
    private let shop: ImageFolder

    init() throws {
        shop = try ImageFolder()
        try shop.draw("wide.svg")
    }

    @Test("an SVG becomes a picture of the requested width, multiplied by the pixel ratio")
    func drawing() async throws {
        try shop.draw("icon.svg", width: 24, height: 24)
        let transform = ImageTransform(width: 32, format: .png, pixelRatio: 2)
        let made = try await shop.make("icon.png", of: "icon.svg", transform)
        #expect(made.size == PixelSize(width: 64, height: 64))
        #expect(try shop.bytes("icon.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test(
        "every fit has its size, for vector and pixel pictures", arguments: fits,
        ["svg", "png", "jpg", "webp"])
    func sizes(fit: (ImageTransform, Int, Int), kind: String) async throws {
        if kind != "svg" {
            try await shop.make("wide.\(kind)", of: "wide.svg", ImageTransform(format: .init(rawValue: kind)))
        }
        let made = try await shop.make("made", of: "wide.\(kind)", fit.0)
        #expect(made.size == PixelSize(width: fit.1, height: fit.2))
    }

    static let fits: [(ImageTransform, Int, Int)] = [
        (ImageTransform(), 40, 20),
        (ImageTransform(width: 20, height: 20, fit: .limit), 20, 10),
        (ImageTransform(width: 100, fit: .limit), 40, 20),
        (ImageTransform(width: 100, height: 100, fit: .fit), 100, 50),
        (ImageTransform(width: 10, height: 10, fit: .fill), 10, 10),
        (ImageTransform(width: 30, height: 30), 30, 30),
        (ImageTransform(width: 80), 80, 40),
        (ImageTransform(height: 40), 80, 40),
    ]

    @Test("the format of the result is that of its bytes", arguments: formats)
    func starts(format: ImageTransform.Format, start: [UInt8]) async throws {
        let made = try await shop.make("made", of: "wide.svg", ImageTransform(format: format))
        #expect(made.format == format)
        #expect(try shop.bytes("made").starts(with: start))
    }

    static let formats: [(ImageTransform.Format, [UInt8])] = [
        (.png, [0x89, 0x50]), (.jpg, [0xFF, 0xD8]), (.webp, Array("RIFF".utf8)),
    ]

    @Test(
        "an AVIF picture is read in full size and resized",
        arguments: [ImageTransform(), ImageTransform(width: 4)])
    func boxed(transform: ImageTransform) async throws {
        let bytes = try #require(
            Data(base64Encoded: Self.avif, options: .ignoreUnknownCharacters))
        try shop.folder.write(bytes, to: "small.avif")
        let made = try await shop.make("made", of: "small.avif", transform)
        let side = transform.width ?? 8
        #expect(made.size == PixelSize(width: side, height: side))
    }

    @Test("an AVIF picture is not mistaken for an SVG because of its box length")
    func boxedAsDrawing() async throws {
        var bytes = try Array(#require(Data(base64Encoded: Self.avif, options: .ignoreUnknownCharacters)))
        // Eight more brands, so that the length of the first box is the number of "<", and the pixels come later.
        bytes.insert(contentsOf: Array(repeating: Array("mif1".utf8), count: 8).joined(), at: 28)
        bytes[3] = UInt8(ascii: "<")
        let extent: [UInt8] = [0, 0, 1, 0x0E, 0, 1]
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: extent) })
        bytes[place + 3] += 32
        try shop.folder.write(bytes, to: "long.avif")
        let made = try await shop.make("made", of: "long.avif", ImageTransform())
        #expect(made.size == PixelSize(width: 8, height: 8))
    }

    /// Eight by eight pixels, in shades of grey.
    private static let avif =
        """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
        AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAFQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA
        AGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAAIAAAACAAA
        ABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAAB1tZGF0EgAKCBgIv2CBAQNCMgcbAAAAUATA
        """

    @Test("a rotated photo is turned upright, resized or not")
    func orientation() async throws {
        try await shop.make("plain.jpg", of: "wide.svg", ImageTransform(format: .jpg))
        let turned = try shop.bytes("plain.jpg").afterStart([0xFF, 0xE1] + Self.orientation)
        try shop.folder.write(turned, to: "turned.jpg")
        let small = try await shop.make("small.png", of: "turned.jpg", ImageTransform(width: 10))
        #expect(small.size == PixelSize(width: 10, height: 20))
        let whole = try await shop.make(
            "whole.jpg", of: "turned.jpg", ImageTransform(format: .jpg), keepingMetadata: true)
        #expect(whole.size == PixelSize(width: 20, height: 40))
        let again = try await shop.make("again.png", of: "whole.jpg", ImageTransform())
        #expect(again.size == PixelSize(width: 20, height: 40))
    }

    /// A list with one entry: the sixth orientation of the camera.
    private static let orientation: [UInt8] =
        [0, 34] + Array("Exif".utf8) + [
            0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6,
        ]
        + [0, 0, 0, 0, 0, 0, 0]

    @Test(
        "an embedded credit survives a change of format, and a thumbnail has none",
        arguments: ["jpg", "png", "webp"])
    func credit(format: String) async throws {
        let credit = "<x:xmpmeta xmlns:x='adobe:ns:meta/'>Ann Lee</x:xmpmeta>"
        let packet = Array("http://ns.adobe.com/xap/1.0/\0\(credit)".utf8)
        try await shop.make("plain.jpg", of: "wide.svg", ImageTransform(format: .jpg))
        try shop.folder.write(
            try shop.bytes("plain.jpg").afterStart([0xFF, 0xE1, 0, UInt8(packet.count + 2)] + packet),
            to: "credited.jpg")
        let transform = ImageTransform(format: .init(rawValue: format))
        try await shop.make("kept", of: "credited.jpg", transform, keepingMetadata: true)
        try await shop.make("stripped", of: "credited.jpg", transform)
        // In a PNG it is compressed.
        for (name, isCredited) in [("kept", true), ("stripped", false)] {
            try await shop.make("\(name).jpg", of: name, ImageTransform(format: .jpg), keepingMetadata: true)
            #expect(try shop.bytes("\(name).jpg").contains("Ann Lee") == isCredited)
        }
    }

    @Test("an existing file is never overwritten")
    func occupied() async throws {
        try shop.folder.write("mine", to: "made.png")
        await #expect(throws: ImageError.refused(Wording.Files.unwritable("it", "file exists"))) {
            try await shop.make("made.png", of: "wide.svg", ImageTransform())
        }
        #expect(try shop.bytes("made.png") == Array("mine".utf8))
    }

    @Test("a picture is drawn in the protocol of each kind of terminal", arguments: drawings)
    func draws(manner: ImageDrawing.Manner, start: String) async throws {
        let drawing = ImageDrawing(manner, columns: 10, rows: 10)
        let text = try await shop.pool.draw(.bytes(try shop.bytes("wide.svg")), drawing)
        #expect(text.contains(start))
        #expect(text.hasSuffix("\n"))
    }

    static let drawings: [(ImageDrawing.Manner, String)] = [
        (.kitty, "\u{1B}_G"), (.iterm2, "\u{1B}]1337;File="), (.sixel, "\u{1B}P"), (.blocks, "▄"),
    ]

    @Test("blocks fit into the available space, in the available colours")
    func blocks() async throws {
        for (colours, sign) in [(ImageDrawing.Colours.all, "8;2;"), (.some, "8;5;")] {
            let drawing = ImageDrawing(.blocks, colours: colours, columns: 12, rows: 2)
            let text = try await shop.pool.draw(.file(shop.path("wide.svg")), drawing)
            #expect(text.split(separator: "\n").count == 2)
            #expect(text.contains(sign))
        }
    }
}

extension [UInt8] {
    /// The bytes of a JPEG with more after its first marker.
    fileprivate func afterStart(_ more: [UInt8]) -> [UInt8] { Array(prefix(2)) + more + dropFirst(2) }

    fileprivate func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
