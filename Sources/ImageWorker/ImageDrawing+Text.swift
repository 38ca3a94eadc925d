internal import CChafa
internal import ForageDownloads

extension ImageDrawing {
    /// What a picture is brought into to be drawn.
    var frame: PictureFrame { PictureFrame(width: columns * cellWidth, height: rows * cellHeight) }

    /// The text that shows a picture, and ends on a line of its own.
    func text(of picture: borrowing Picture) throws(PictureFault) -> String {
        let size = picture.size
        let pixels = try picture.pixels()
        guard pixels.count == size.width * size.height * 4 else {
            throw PictureFault("it has no such pixels")
        }
        let manner = cchafa_manner(
            columns: CInt(clamping: (size.width + cellWidth - 1) / cellWidth),
            rows: CInt(clamping: (size.height + cellHeight - 1) / cellHeight),
            cell_width: CInt(clamping: cellWidth), cell_height: CInt(clamping: cellHeight),
            pixels: manner.chafa, colours: colours.chafa)
        let drawn = pixels.withUnsafeBytes { bytes in
            cchafa_draw(bytes.baseAddress, CInt(clamping: size.width), CInt(clamping: size.height), manner)
        }
        guard let drawn else { throw PictureFault("it cannot be drawn") }
        defer { cchafa_give_back(drawn) }
        return String(cString: drawn) + "\n"
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
