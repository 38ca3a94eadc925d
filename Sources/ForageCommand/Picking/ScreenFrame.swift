/// A part of a screen.
struct ScreenArea: Hashable, Sendable {
    let row: Int
    let column: Int
    let width: Int
    let height: Int

    func rows(_ range: Range<Int>) -> ScreenArea {
        ScreenArea(row: row + range.lowerBound, column: column, width: width, height: range.count)
    }

    func columns(_ range: Range<Int>) -> ScreenArea {
        ScreenArea(row: row, column: column + range.lowerBound, width: range.count, height: height)
    }
}

/// The content of a whole screen: pieces of lines, and at most one picture.
struct ScreenFrame: Hashable, Sendable {
    private var pieces: [Place: String] = [:]
    var picture: Picture?

    private struct Place: Hashable, Comparable {
        let row: Int
        let column: Int

        static func < (one: Place, other: Place) -> Bool { (one.row, one.column) < (other.row, other.column) }
    }

    /// A picture as the text that draws it. Only its area is drawn on.
    struct Picture: Hashable, Sendable {
        let area: ScreenArea
        let text: String
    }

    /// Writes lines into an area, and spaces into the rest of it. The lines must fit.
    mutating func fill(_ area: ScreenArea, with lines: [String]) {
        for place in 0..<area.height {
            let line = place < lines.count ? lines[place] : ""
            pieces[Place(row: area.row + place, column: area.column)] = line.filled(toWidth: area.width)
        }
    }

    /// The text that changes a screen from an earlier frame, or from any content if there is none, to this one.
    func text(after earlier: ScreenFrame?, erasingPicturesBy erasing: String) -> String {
        var text = earlier == nil ? erasing + Self.eraseAll : ""
        if let old = earlier?.picture, old != picture {
            let blank = String(repeating: " ", count: old.area.width)
            text += erasing
            for row in 0..<old.area.height { text += Self.move(old.area.row + row, old.area.column) + blank }
        }
        for (place, piece) in pieces.sorted(by: { $0.key < $1.key }) where earlier?.pieces[place] != piece {
            text += Self.move(place.row, place.column) + piece
        }
        if let picture, earlier?.picture != picture {
            for (row, line) in picture.text.split(separator: "\n").enumerated().prefix(picture.area.height) {
                text += Self.move(picture.area.row + row, picture.area.column) + line
            }
        }
        return text.isEmpty ? "" : "\u{1B}[?2026h" + text + "\u{1B}[?2026l"
    }

    private static func move(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
    private static let eraseAll = "\u{1B}[2J"
}

extension String {
    /// The line with spaces up to a width.
    func filled(toWidth width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - visibleWidth))
    }
}
