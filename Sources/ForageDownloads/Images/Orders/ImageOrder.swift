package import ForageCore

/// One piece of work for the program `forage-image`, and the line that asks for it.
package struct ImageOrder: Hashable, Sendable {
    package let source: Source
    package let work: Work

    /// Where a picture is.
    package enum Source: Hashable, Sendable {
        /// In the file with this path.
        case file(String)
        case bytes([UInt8])
    }

    package enum Work: Hashable, Sendable {
        /// Makes another picture of it.
        case make(Making)
        /// Draws it in a terminal.
        case draw(ImageDrawing)
    }

    /// Which picture is made, and where it goes.
    package struct Making: Hashable, Sendable {
        package let transform: ImageTransform
        /// A path where nothing is yet.
        package let destination: String
        /// Whether credits, dates and profiles inside the picture stay; else it is brought to the colours of screens.
        package let keepsMetadata: Bool

        package init(_ transform: ImageTransform, to destination: String, keepingMetadata: Bool = false) {
            self.transform = transform
            self.destination = destination
            keepsMetadata = keepingMetadata
        }
    }

    package init(_ source: Source, _ work: Work) {
        self.source = source
        self.work = work
    }

    /// What both sides mean by a line; another number is another language.
    static let protocolVersion = 1
}

/// How a terminal shows pictures, and how much room there is.
package struct ImageDrawing: Hashable, Sendable {
    /// What a terminal takes a picture for.
    package enum Manner: String, Hashable, Sendable, CaseIterable {
        case kitty, iterm2, sixel
        /// Two pixels in each place for a letter, one above the other.
        case blocks
    }

    /// The colours that a terminal has for letters: all, 256 or 16.
    package enum Colours: String, Hashable, Sendable, CaseIterable {
        case all, some, few
    }

    package var manner: Manner
    package var colours: Colours
    /// How many letters it may be wide.
    package var columns: Int
    /// How many lines it may be high.
    package var rows: Int
    /// How many pixels wide a letter's place is.
    package var cellWidth: Int
    /// How many pixels high it is.
    package var cellHeight: Int

    package init(
        _ manner: Manner, colours: Colours = .all, columns: Int, rows: Int, cellWidth: Int = 8,
        cellHeight: Int = 16
    ) {
        self.manner = manner
        self.colours = colours
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }
}
