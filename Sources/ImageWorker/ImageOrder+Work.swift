internal import CChafa
internal import ForageCore
internal import ForageDownloads
internal import Platform

extension ImageOrder {
    func carriedOut(within limits: ImageLimits) throws(ImageError) -> ImageAnswer {
        let bytes = try source.read()
        let size = try Picture.size(of: bytes)
        switch work {
        case .make(let making):
            let frame = making.transform.frame
            try limits.check(size, in: frame)
            return .made(try making.made(of: bytes, in: frame))
        case .draw(let drawing):
            try limits.check(size, in: drawing.frame)
            return .drawn(try drawing.text(of: Picture(bytes, in: drawing.frame)))
        case .see:
            let frame = PictureFrame(width: PictureSight.side, height: PictureSight.side, fit: .scale)
            try limits.check(size, in: frame)
            return .seen(try sight(of: Picture(bytes, in: frame)))
        }
    }
}

extension ImageOrder {
    private func sight(of picture: consuming Picture) throws(ImageError) -> PictureSight {
        guard let sight = PictureSight(pixels: try picture.onWhite().pixels()) else {
            throw .refused("it cannot be scaled")
        }
        return sight
    }
}

extension ImageDrawing {
    /// The frame for the picture in pixels.
    var frame: PictureFrame { PictureFrame(width: columns * cellWidth, height: rows * cellHeight) }

    /// Returns the text that shows a picture, with a line break at the end.
    func text(of picture: borrowing Picture) throws(ImageError) -> String {
        let size = picture.size
        let pixels = try picture.pixels()
        guard pixels.count == size.width * size.height * 4 else {
            throw ImageError.refused("its pixels do not match its size")
        }
        let manner = cchafa_manner(
            columns: CInt(clamping: (size.width + cellWidth - 1) / cellWidth),
            rows: CInt(clamping: (size.height + cellHeight - 1) / cellHeight),
            cell_width: CInt(clamping: cellWidth), cell_height: CInt(clamping: cellHeight),
            pixels: manner.chafa, colours: colours.chafa)
        let drawn = pixels.withUnsafeBytes { bytes in
            cchafa_draw(bytes.baseAddress, CInt(clamping: size.width), CInt(clamping: size.height), manner)
        }
        guard let drawn else { throw ImageError.refused("it cannot be drawn") }
        defer { cchafa_give_back(drawn) }
        return String(cString: drawn) + "\n"
    }
}

extension ImageOrder.Source {
    fileprivate func read() throws(ImageError) -> PictureBytes {
        switch self {
        case .file(let path): try PictureBytes(file: path)
        case .bytes(let bytes): try PictureBytes(bytes)
        }
    }
}

extension ImageLimits {
    fileprivate func check(_ size: PictureSize, in frame: PictureFrame) throws(ImageError) {
        for size in [size, frame.size(for: size)] where size.pixelCount > Double(pixelCount) {
            throw ImageError.refused(
                "\(size) pixels are more than the \(pixelCount / 1_000_000) million that are allowed")
        }
    }
}

extension ImageOrder.Making {
    fileprivate func made(
        of bytes: PictureBytes, in frame: PictureFrame
    ) throws(ImageError) -> MadeImage {
        let format = try transform.format.written()
        let picture = try picture(of: bytes, in: frame, format)
        let size = picture.size
        let descriptor = open(destination, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .system("written", errno) }
        defer { close(descriptor) }
        do throws(ImageError) {
            try picture.write(to: descriptor, as: format, keepingMetadata: keepsMetadata)
        } catch {
            defer { unlink(destination) }
            throw Self.reasonNotToWrite(to: descriptor) ?? error
        }
        guard let pixels = PixelSize(width: size.width, height: size.height) else {
            throw ImageError.refused("it has no size")
        }
        return MadeImage(format: transform.format ?? .png, size: pixels)
    }

    /// The reason for a failed write. The library does not report it, so this writes the same amount again to get the
    /// system's error.
    private static func reasonNotToWrite(to descriptor: CInt) -> ImageError? {
        let isWritten = Descriptor.write([UInt8](repeating: 0, count: 64 * 1024), to: descriptor)
        return isWritten ? nil : .system("written", errno)
    }

    private func picture(
        of bytes: PictureBytes, in frame: PictureFrame, _ format: FileFormat
    ) throws(ImageError) -> Picture {
        let isWhole = frame.isOpen && keepsMetadata
        let picture = try isWhole ? Picture(bytes) : Picture(bytes, in: frame)
        let coloured = try isWhole && picture.isOfInks ? picture.inScreenColours() : picture
        return format == .jpeg ? try coloured.onWhite() : coloured
    }
}

extension ImageTransform {
    fileprivate var frame: PictureFrame {
        func pixels(_ side: Int?) -> Int? { side.map { Int((Double($0) * (pixelRatio ?? 1)).rounded()) } }
        return PictureFrame(width: pixels(width), height: pixels(height), fit: fit ?? .scale)
    }
}

extension ImageTransform.Format? {
    /// The format to write.
    fileprivate func written() throws(ImageError) -> FileFormat {
        switch self {
        case .png, nil: return .png
        case .jpg: return .jpeg
        case .webp: return .webp
        case .avif, .auto:
            throw ImageError.refused("\(self?.rawValue ?? "") is not supported here; use png, jpg or webp")
        }
    }
}

extension ImageDrawing.Manner {
    fileprivate var chafa: ChafaPixelMode {
        switch self {
        case .kitty: CHAFA_PIXEL_MODE_KITTY
        case .iterm2: CHAFA_PIXEL_MODE_ITERM2
        case .sixel: CHAFA_PIXEL_MODE_SIXELS
        case .blocks: CHAFA_PIXEL_MODE_SYMBOLS
        }
    }
}

extension ImageDrawing.Colours {
    fileprivate var chafa: ChafaCanvasMode {
        switch self {
        case .all: CHAFA_CANVAS_MODE_TRUECOLOR
        case .some: CHAFA_CANVAS_MODE_INDEXED_256
        case .few: CHAFA_CANVAS_MODE_INDEXED_16
        }
    }
}
