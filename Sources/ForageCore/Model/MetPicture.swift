/// The appearance of a picture of an item that was received once, by which the item is recognised in other files.
package struct MetPicture: Hashable, Sendable {
    package let item: ItemID
    /// The SHA-256 of a downloaded file, in hex; empty for a picture that was only shown.
    package var digest = ""
    /// The look and the brightnesses from which it was computed; nil if the picture could not be decoded.
    package var appearance: Appearance?
    /// Indicates whether the downloaded file contains Content Credentials.
    package var hasManifest = false

    package struct Appearance: Hashable, Sendable {
        package let look: PictureLook
        /// The brightness of the picture, scaled to a square, row by row.
        package let square: [UInt8]

        package init(look: PictureLook, square: [UInt8]) {
            self.look = look
            self.square = square
        }
    }

    package init(of item: ItemID) { self.item = item }
}

/// The pictures to find among those that were met.
package enum PictureQuery: Hashable, Sendable {
    case of(ItemID)
    case digest(String)
    /// Pictures whose looks differ in at most this number of bits, the nearest first.
    case near(PictureLook, within: Int)

    /// The greatest number of pictures that are returned.
    package static let greatestCount = 24
}
