internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import Platform

/// Draws pictures of results on a person's screen. Small versions are fetched, from the public internet only. A
/// separate program draws them, so that a malicious picture can crash only that.
struct Previews: Sendable {
    let screen: PictureScreen
    private let forage: Forage
    private let pool: ImagePool
    private var deadline: ContinuousClock.Instant

    /// The time limit for fetching all pictures.
    private static let patience = Duration.seconds(10)
    private static let greatestByteCount = 8 << 20
    private static let limits = ImageLimits(processorTime: 5, patience: .seconds(10))

    /// Creates previews; nil if nothing is drawn, because it is not requested or not possible.
    ///
    /// - Parameters:
    ///   - preview: The option of the person.
    ///   - forage: Fetches the pictures.
    ///   - invocation: The run whose screen is drawn on.
    init?(_ preview: Preview, _ forage: Forage, _ invocation: Invocation) {
        guard preview != .off, let drawing = invocation.terminal.drawing,
            let style = invocation.terminal.output
        else { return nil }
        do throws(CommandError) {
            pool = try invocation.imagePool(Self.limits)
        } catch {
            // If pictures were not requested, the reason for their absence is not reported.
            if invocation.arguments.has("preview") { invocation.pipes.say("forage: \(error)") }
            return nil
        }
        let kind = TerminalKind(invocation.environment)
        let screen = PictureScreen(preview, on: drawing.screen, style, kind) {
            TerminalQuestion.reply(at: invocation.pipes.output, inKitty: kind.mayHearKitty)
        }
        guard let screen else { return nil }
        self.screen = screen
        self.forage = forage
        deadline = .now + Self.patience
    }

    /// The same previews with the whole time ahead.
    var renewed: Previews {
        var previews = self
        previews.deadline = .now + Self.patience
        return previews
    }

    /// The text that shows an item's picture in that many columns and rows.
    ///
    /// - Throws: ``CommandError`` with the reason if it has no picture or it cannot be shown.
    func text(of item: Item, columns: Int, rows: Int) async throws(CommandError) -> String {
        // Half blocks show two pixels per character; more pixels would be fetched in vain.
        let width = columns * (screen.manner == .blocks ? 4 : screen.cell.width)
        guard let url = item.picture(wide: width)?.url(wide: width) else {
            throw CommandError.failure("it has no picture")
        }
        let bytes = try await bytes(at: url)
        guard .now < deadline else { throw CommandError.failure("it took too long") }
        do throws(ImageError) {
            let drawn = try await pool.draw(.bytes(bytes), screen.drawing(columns: columns, rows: rows))
            guard let text = DrawnText(drawn, screen.manner) else {
                throw .refused("the drawing contains more than a picture")
            }
            await forage.remember(bytes, of: item.id, by: pool)
            return text.text
        } catch {
            throw CommandError.failure(Advice.sentence(on: error))
        }
    }

    private func bytes(at url: WebURL) async throws(CommandError) -> [UInt8] {
        let response: Response
        do throws(FetchError) {
            response = try await forage.picture(at: url, upTo: Self.greatestByteCount, by: deadline)
        } catch {
            throw CommandError.failure("\(error)")
        }
        guard response.status == 200 else {
            throw CommandError.failure("\(url.host) answered with status \(response.status)")
        }
        switch response.completeness {
        case .whole: return response.body
        case .cutOff: throw CommandError.failure("\(url.host) sent only a part of it")
        case .overLimit: throw CommandError.failure("it is larger than \(ByteCount(Self.greatestByteCount))")
        }
    }
}

/// The ways to show pictures of results on a person's screen.
enum Preview: String, CaseIterable {
    /// The best way that the screen supports.
    case auto
    case kitty, iterm2, sixel, blocks
    case off

    /// The requested way to draw.
    var manner: ImageDrawing.Manner? { ImageDrawing.Manner(rawValue: rawValue) }

    static let ofOne = option("Draw the picture")
    static let ofMany = option("Draw the pictures")

    private static func option(_ verb: String) -> Option {
        Option(
            "preview", value: "HOW", unsaid: auto.rawValue, takes: .oneOf(Preview.self),
            help: "\(verb): auto, kitty, iterm2, sixel, blocks or off")
    }
}

/// Text that shows a picture and contains no other control sequences. It is checked because the program that drew it
/// has read untrusted data.
struct DrawnText: Hashable, Sendable {
    let text: String

    /// Creates the text; nil if it contains anything else.
    init?(_ text: String, _ manner: ImageDrawing.Manner) {
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B: guard rest.dropSequence(of: manner) else { return nil }
            case 0x0A, 0x20...0x7E, 0x80...: break
            default: return nil
            }
        }
        // Control characters of one scalar that are longer than a byte in UTF-8.
        guard !text.unicodeScalars.contains(where: { (0x80...0x9F).contains($0.value) }) else { return nil }
        self.text = text
    }
}

extension Substring.UTF8View {
    /// Removes a sequence after its escape character, and returns true if it is one for pictures or colours.
    fileprivate mutating func dropSequence(of manner: ImageDrawing.Manner) -> Bool {
        guard let sign = popFirst() else { return false }
        switch (sign, manner) {
        case (UInt8(ascii: "["), _):
            while let byte = popFirst() {
                if byte == UInt8(ascii: "m") { return true }
                guard (0x30...0x3B).contains(byte) else { return false }
            }
            return false
        case (UInt8(ascii: "_"), .kitty): return drop("G") && dropString()
        case (UInt8(ascii: "P"), .sixel): return dropString()
        case (UInt8(ascii: "]"), .iterm2): return drop("1337;File=") && dropString()
        default: return false
        }
    }

    private mutating func drop(_ start: String) -> Bool {
        guard starts(with: start.utf8) else { return false }
        self = dropFirst(start.utf8.count)
        return true
    }

    /// Removes the rest of a string, which ends with an escape character and a backslash, or with a bell.
    private mutating func dropString() -> Bool {
        while let byte = popFirst() {
            switch byte {
            case 0x07: return true
            case 0x1B: return popFirst() == UInt8(ascii: "\\")
            case 0x20...0x7E, 0x0A, 0x0D: continue
            default: return false
            }
        }
        return false
    }
}

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
