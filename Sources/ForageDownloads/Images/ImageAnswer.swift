package import ForageCore
internal import JSON
internal import Platform

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

/// Why nothing was made of a picture.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// This picture is not worked on: why.
    case refused(String)
    /// There is no room for what was made of this picture, nor of any other: why.
    case noRoom(String)
    /// No picture can be worked on: why.
    case unusable(String)
    /// No picture can be worked on, because this library is not there.
    case lacking(String)
    /// Nobody waits for it any more.
    case cancelled

    /// The text as it is printed, without its full stop.
    package var description: String {
        switch self {
        case .refused(let reason), .noRoom(let reason): "refused: \(reason)"
        case .unusable(let reason): "forage-image \(reason)"
        case .lacking(let library):
            "forage-image cannot be started without \(library)"
        case .cancelled: "interrupted"
        }
    }

    init(_ fault: ProcessError) {
        switch fault {
        case .unstartable: self = .unusable("is of no use: \(fault)")
        case .timedOut: self = .refused("it took too long")
        case .tooLong: self = .refused("what was made of it is too long")
        case .unasked: self = .refused("forage-image said something that was not asked for")
        case .tooMany: self = .refused("forage-image became too many processes over it")
        case .ended(.overtime, _): self = .refused("it takes too much computing")
        case .ended(let ending, let complaint):
            if let library = complaint.missingLibrary {
                self = .lacking(library)
                return
            }
            let words = complaint.split(whereSeparator: \.isNewline).last.map { ": \($0.prefix(200))" } ?? ""
            self = .refused("forage-image \(ending) over it\(words.onOneLine)")
        }
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

extension String {
    /// The library that the system's loader complained of.
    fileprivate var missingLibrary: String? {
        guard contains("cannot open shared object file") else { return nil }
        let words = split { $0 == ":" || $0.isWhitespace }
        return words.last { $0.contains(".so") }.map { String($0.prefix(100)).onOneLine } ?? "a library"
    }
}
