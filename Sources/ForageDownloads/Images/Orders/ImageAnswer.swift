package import ForageCore
internal import JSON

/// What became of an order, and the line that says so.
package enum ImageAnswer: Hashable, Sendable {
    /// The picture is where it was wanted.
    case made(MadeImage)
    /// The text that shows it in a terminal.
    case drawn(String)
    /// Nothing was made of it: why, in one sentence without its full stop.
    case refused(String)
    /// There is no room for what was made: why, in the same way.
    case noRoom(String)

    /// The line, without its end.
    package var line: [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                switch self {
                case .drawn(let text): writer.member("drawn", text)
                case .refused(let reason): writer.member("refused", reason)
                case .noRoom(let reason): writer.member("noRoom", reason)
                case .made(let image):
                    writer.member("made", image.format.rawValue)
                    writer.size(image.size)
                }
            }
        }
    }

    /// Reads a line; nil where it says nothing that is known here.
    package init?(line: [UInt8]) {
        guard let root = try? JSONDocument(line, mode: .strict).root else { return nil }
        if let text = root["drawn"].string {
            self = .drawn(text)
        } else if let reason = root["refused"].string {
            self = .refused(reason)
        } else if let reason = root["noRoom"].string {
            self = .noRoom(reason)
        } else if let format = root["made"].string.flatMap(ImageTransform.Format.init),
            let size = root.size
        {
            self = .made(MadeImage(format: format, size: size))
        } else {
            return nil
        }
    }
}

/// A picture that was made.
package struct MadeImage: Hashable, Sendable {
    package let format: ImageTransform.Format
    package let size: PixelSize

    package init(format: ImageTransform.Format, size: PixelSize) {
        self.format = format
        self.size = size
    }
}

extension JSONWriter {
    fileprivate mutating func size(_ size: PixelSize) {
        member("width", size.width)
        member("height", size.height)
    }
}

extension JSONValue {
    fileprivate var size: PixelSize? { PixelSize(width: self["width"].int, height: self["height"].int) }
}
