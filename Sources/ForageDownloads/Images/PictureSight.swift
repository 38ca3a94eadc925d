package import ForageCore
internal import JSON
internal import Platform

/// The appearance of a picture, from which similar pictures are recognised.
package struct PictureSight: Hashable, Sendable {
    package let look: PictureLook
    package let blurHash: BlurHash?
    /// The brightness of the picture, scaled to a square of this side, row by row.
    package let square: [UInt8]

    package static let side = 64

    /// Creates the appearance from the pixels of a picture that was scaled to the square.
    ///
    /// - Parameter pixels: Red, green, blue and opacity of every pixel, row by row.
    package init?(pixels: [UInt8]) {
        guard pixels.count == 4 * Self.side * Self.side else { return nil }
        square = stride(from: 0, to: pixels.count, by: 4).map { place in
            let (red, green, blue) = (Int(pixels[place]), Int(pixels[place + 1]), Int(pixels[place + 2]))
            return UInt8((299 * red + 587 * green + 114 * blue + 500) / 1_000)
        }
        look = PictureLook(of: square, side: Self.side)
        blurHash = BlurHash.of(pixels, width: Self.side)
    }

    /// The same picture as it is stored.
    package var appearance: MetPicture.Appearance { .init(look: look, square: square) }

    /// Creates the appearance of a stored picture; nil if it was stored with another size.
    package init?(_ stored: MetPicture.Appearance) {
        guard stored.square.count == Self.side * Self.side else { return nil }
        look = stored.look
        square = stored.square
        blurHash = nil
    }

    func write(to writer: inout JSONWriter) {
        writer.member("look", look.description)
        writer.member("blurHash", blurHash?.description)
        writer.member("square", Data(square).base64EncodedString())
    }

    init?(_ json: JSONValue) {
        guard let look = json["look"].string.flatMap({ PictureLook($0) }),
            let square = json["square"].string.flatMap({ Data(base64Encoded: $0) }),
            square.count == Self.side * Self.side
        else { return nil }
        self.look = look
        blurHash = json["blurHash"].string.flatMap { BlurHash($0) }
        self.square = Array(square)
    }
}
