internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import Platform

/// A sheet of pictures in rows, each below its number in the list and its title.
struct ContactSheet: Sendable {
    private let previews: Previews
    private let style: TerminalStyle
    private let columns: Int
    private let rows: Int
    /// The number of pictures in a row.
    private let countAbreast: Int

    /// The greatest number of pictures drawn, and of those fetched at once.
    private static let greatestCount = 40
    private static let countAtOnce = 6
    private static let gap = 2

    init(_ previews: Previews, _ style: TerminalStyle) {
        self.previews = previews
        self.style = style
        let screen = previews.screen
        // Half blocks are coarse, so they need more room.
        let wished = screen.manner == .blocks ? 36 : 24
        countAbreast = max(1, (screen.width + Self.gap) / (wished + Self.gap))
        columns = (screen.width - (countAbreast - 1) * Self.gap) / countAbreast
        // About the height of a picture with the ratio 3:2, and at most that of the screen.
        rows = max(1, min(columns / 3, screen.height - 3))
    }

    private struct Picture: Sendable {
        let label: String
        let text: String

        var lines: [Substring] { text.split(separator: "\n") }
    }

    /// Draws the pictures of items in their order, each row as soon as it is ready.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - first: The number of the first item.
    ///   - pipes: The destination of the pictures.
    /// - Returns: The reasons for missing pictures.
    func draw(_ items: [Item], from first: Int, to pipes: Pipes) async -> [String] {
        let wanted = items.enumerated().filter { $0.element.hasPicture }.prefix(Self.greatestCount)
        var (ready, reasons): ([Int: Picture?], [String]) = ([:], [])
        var (written, row): (Int, [Picture]) = (0, [])
        await withTaskGroup(of: (Int, Result<Picture, CommandError>).self) { group in
            var rest = wanted.enumerated().makeIterator()
            func begin() {
                guard let (place, (number, item)) = rest.next() else { return }
                group.addTask { (place, await picture(of: item, first + number)) }
            }
            for _ in 0..<Self.countAtOnce { begin() }
            while let (place, result) = await group.next() {
                begin()
                if case .failure(let reason) = result { reasons.append(reason.description) }
                ready[place] = .some(try? result.get())
                while let next = ready.removeValue(forKey: written) {
                    written += 1
                    if let next { row.append(next) }
                    guard row.count == countAbreast else { continue }
                    pipes.write(text(of: row).utf8)
                    row = []
                }
            }
        }
        if !row.isEmpty { pipes.write(text(of: row).utf8) }
        return reasons
    }

    private func picture(of item: Item, _ number: Int) async -> Result<Picture, CommandError> {
        do throws(CommandError) {
            let text = try await previews.text(of: item, columns: columns, rows: rows)
            let room = columns - "\(number)  ".count
            let title = item.title.printable().truncated(toWidth: room, ellipsis: style.ellipsis).isolated
            return .success(Picture(label: style.painted("\(number)", .faint) + "  " + title, text: text))
        } catch {
            return .failure(error)
        }
    }

    /// A row of pictures below a row of labels. Space is made first, so that the screen does not scroll during drawing.
    private func text(of row: [Picture]) -> String {
        let isInLetters = previews.screen.manner == .blocks
        let lineCount = isInLetters ? row.map(\.lines.count).max() ?? rows : rows
        var (labels, pictures) = ("", "")
        for (place, picture) in row.enumerated() {
            let start = place == 0 ? "" : "\u{1B}[\(place * (columns + Self.gap))C"
            labels += "\r" + start + picture.label
            pictures +=
                Self.keepPlace + picture.lines.map { start + $0 }.joined(separator: "\n") + Self.goBack
        }
        return "\n" + labels + String(repeating: "\n", count: lineCount + 1) + "\u{1B}[\(lineCount)A"
            + pictures
            + "\u{1B}[\(lineCount)B"
    }

    private static let keepPlace = "\u{1B}7"
    private static let goBack = "\u{1B}8"
}
