package import ForageCore
internal import JSON
internal import Platform

/// The answer to an order, and its representation as a line.
package enum ImageAnswer: Hashable, Sendable {
    /// The picture was written to its destination.
    case made(MadeImage)
    /// The text that shows the picture in a terminal.
    case drawn(String)
    /// The appearance of the picture.
    case seen(PictureSight)
    /// The order failed, for a reason in one sentence without its full stop.
    case refused(String)
    /// There is no space for the result, for a reason in the same form.
    case noRoom(String)

    /// The line, without its end.
    package var line: [UInt8] {
        JSONWriter.objectBytes { writer in
            switch self {
            case .drawn(let text): writer.member("drawn", text)
            case .seen(let sight):
                writer.member("seen") { writer in writer.object { sight.write(to: &$0) } }
            case .refused(let reason): writer.member("refused", reason)
            case .noRoom(let reason): writer.member("noRoom", reason)
            case .made(let image):
                writer.member("made", image.format.rawValue)
                writer.size(image.size)
            }
        }
    }

    /// Reads a line; nil if it is not a known answer.
    package init?(line: [UInt8]) {
        guard let root = try? JSONDocument(line, mode: .strict).root else { return nil }
        if let text = root["drawn"].string {
            self = .drawn(text)
        } else if let sight = PictureSight(root["seen"]) {
            self = .seen(sight)
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

/// A picture that was written.
package struct MadeImage: Hashable, Sendable {
    package let format: ImageTransform.Format
    package let size: PixelSize

    package init(format: ImageTransform.Format, size: PixelSize) {
        self.format = format
        self.size = size
    }
}

/// The reason why an order failed.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// This picture cannot be processed, for this reason.
    case refused(String)
    /// There is no space for the result of this or any other picture, for this reason.
    case noRoom(String)
    /// No picture can be processed, for this reason.
    case unusable(String)
    /// No picture can be processed, because this library is missing.
    case lacking(String)
    /// The order was cancelled.
    case cancelled

    /// The reason why this picture cannot be processed, or else the whole text.
    package var reason: String {
        if case .refused(let reason) = self { reason } else { description }
    }

    /// The text to print, without its full stop.
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
        case .unstartable: self = .unusable("cannot be used: \(fault)")
        case .timedOut: self = .refused("it took too long")
        case .tooLong: self = .refused("its output is too long")
        case .unasked: self = .refused("forage-image wrote unexpected output")
        case .tooMany: self = .refused("forage-image started too many processes for it")
        case .ended(.cpuTimeExceeded, _): self = .refused("it takes too much processor time")
        case .ended(let ending, let complaint):
            if let library = complaint.missingLibrary {
                self = .lacking(library)
                return
            }
            let words = complaint.split(whereSeparator: \.isNewline).last.map { ": \($0.prefix(200))" } ?? ""
            self = .refused("forage-image \(ending) while working on it\(words.onOneLine)")
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
    /// The library that the system's loader reported as missing.
    fileprivate var missingLibrary: String? {
        guard contains("cannot open shared object file") else { return nil }
        let words = split { $0 == ":" || $0.isWhitespace }
        return words.last { $0.contains(".so") }.map { String($0.prefix(100)).onOneLine } ?? "a library"
    }
}
