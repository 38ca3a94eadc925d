internal import CChafa

/// How a terminal shows a picture, and how much room there is for it.
package struct ScreenDrawing: Hashable, Sendable {
    /// What a terminal takes a picture for.
    package enum Manner: String, Hashable, Sendable, CaseIterable {
        case kitty, iterm2, sixel
        /// Two pixels in each place for a letter, one above the other.
        case blocks
    }

    /// The colours that a terminal has for letters.
    package enum Colours: String, Hashable, Sendable, CaseIterable {
        case all, some, few
    }

    package var manner: Manner
    package var colours: Colours
    /// Letters in a row, and rows.
    package var room: PictureSize
    /// How many pixels a letter's place has.
    package var cell: PictureSize

    package init(_ manner: Manner, colours: Colours = .all, room: PictureSize, cell: PictureSize) {
        self.manner = manner
        self.colours = colours
        self.room = room
        self.cell = cell
    }

    /// What a picture is brought into to be drawn.
    package var frame: PictureFrame {
        PictureFrame(width: room.width * cell.width, height: room.height * cell.height)
    }

    /// The text that shows a picture, and ends on a line of its own.
    package func text(of picture: borrowing Picture) throws(PictureFault) -> String {
        let size = picture.size
        let pixels = try picture.pixels()
        guard pixels.count == size.width * size.height * 4 else {
            throw PictureFault("it has no such pixels")
        }
        let manner = cchafa_manner(
            columns: CInt(clamping: (size.width + cell.width - 1) / cell.width),
            rows: CInt(clamping: (size.height + cell.height - 1) / cell.height),
            cell_width: CInt(clamping: cell.width), cell_height: CInt(clamping: cell.height),
            pixels: manner.chafa, colours: colours.chafa)
        let drawn = pixels.withUnsafeBytes { bytes in
            cchafa_draw(bytes.baseAddress, CInt(clamping: size.width), CInt(clamping: size.height), manner)
        }
        guard let drawn else { throw PictureFault("it cannot be drawn") }
        defer { cchafa_give_back(drawn) }
        return String(cString: drawn) + "\n"
    }
}

extension ScreenDrawing.Manner {
    fileprivate var chafa: ChafaPixelMode {
        switch self {
        case .kitty: CHAFA_PIXEL_MODE_KITTY
        case .iterm2: CHAFA_PIXEL_MODE_ITERM2
        case .sixel: CHAFA_PIXEL_MODE_SIXELS
        case .blocks: CHAFA_PIXEL_MODE_SYMBOLS
        }
    }
}

extension ScreenDrawing.Colours {
    fileprivate var chafa: ChafaCanvasMode {
        switch self {
        case .all: CHAFA_CANVAS_MODE_TRUECOLOR
        case .some: CHAFA_CANVAS_MODE_INDEXED_256
        case .few: CHAFA_CANVAS_MODE_INDEXED_16
        }
    }
}
