internal import Platform

/// The look of a picture in 64 bits, most of which stay the same after scaling and compressing: the signs of its lowest
/// frequencies, compared with their median.
package struct PictureLook: Hashable, Sendable, CustomStringConvertible {
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits }

    /// Reads 16 digits in hex; nil for any other text.
    package init?(_ text: String) {
        let isHex = text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        guard text.utf8.count == 16, isHex, let bits = UInt64(text, radix: 16) else { return nil }
        self.bits = bits
    }

    /// Computes the look of a square of brightnesses, row by row.
    package init(of square: [UInt8], side: Int) {
        precondition(square.count == side * side)
        let waves = (0..<8).map { frequency in
            (0..<side).map { cos(Double.pi * Double(frequency) * (Double($0) + 0.5) / Double(side)) }
        }
        let rows = (0..<side).map { row in
            waves.map { wave in
                (0..<side).reduce(0.0) { $0 + wave[$1] * Double(square[row * side + $1]) }
            }
        }
        let numbers = waves.flatMap { wave in
            (0..<8).map { column in (0..<side).reduce(0.0) { $0 + wave[$1] * rows[$1][column] } }
        }
        let sorted = numbers.sorted()
        let median = (sorted[31] + sorted[32]) / 2
        bits = numbers.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) }
    }

    package var description: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The number of bits that differ.
    package func distance(to other: PictureLook) -> Int { (bits ^ other.bits).nonzeroBitCount }
}

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
