internal import ForageDownloads
internal import ForageFormats

/// A screen that pictures are drawn on, and how it takes them.
struct PictureScreen: Hashable, Sendable {
    let manner: ImageDrawing.Manner
    let colours: ImageDrawing.Colours
    let width: Int
    let height: Int
    let cell: Screen.Cell

    /// Finds out how a screen takes pictures; nil where none are to be drawn.
    ///
    /// - Parameters:
    ///   - preview: What the person wants.
    ///   - screen: The screen, of known size.
    ///   - style: What letters may look like on it: half blocks are coloured, and not in ASCII.
    ///   - kind: What the environment tells of the terminal.
    ///   - ask: Asks the terminal itself, where all that is not enough.
    init?(
        _ preview: Preview, on screen: Screen, _ style: TerminalStyle, _ kind: TerminalKind,
        ask: () -> TerminalReply?
    ) {
        guard preview != .off, let width = screen.width, let height = screen.height else { return nil }
        let known = preview.manner ?? kind.manner
        let mustAsk = known == nil || known == .sixel && screen.cell == nil
        let reply = mustAsk ? ask() : nil
        guard let manner = known ?? reply?.manner ?? (style.showsBlocks ? .blocks : nil) else { return nil }
        self.manner = manner
        self.width = width
        self.height = height
        colours = kind.colours
        cell = screen.cell ?? reply?.cell ?? .usual
    }

    /// How a picture is drawn in so much room.
    func drawing(columns: Int, rows: Int) -> ImageDrawing {
        ImageDrawing(
            manner, colours: colours, columns: columns, rows: rows, cellWidth: cell.width,
            cellHeight: cell.height)
    }
}

extension TerminalReply {
    fileprivate var manner: ImageDrawing.Manner? { showsKitty ? .kitty : showsSixel ? .sixel : nil }
}

extension TerminalStyle {
    fileprivate var showsBlocks: Bool { usesColour && usesUnicode }
}
