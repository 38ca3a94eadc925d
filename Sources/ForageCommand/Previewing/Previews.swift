internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats

/// Draws pictures of results on a person's screen. They are fetched small, from the open internet only, and drawn by
/// the program that may not survive them.
struct Previews: Sendable {
    let screen: PictureScreen
    private let forage: Forage
    private let pool: ImagePool
    private let deadline: ContinuousClock.Instant

    /// How long all of them may take to come.
    private static let patience = Duration.seconds(10)
    private static let greatestByteCount = 8 << 20
    private static let limits = ImageLimits(processorTime: 5, patience: .seconds(10))

    /// Nil where nothing is drawn: unasked because it cannot be, or because nobody looks.
    ///
    /// - Parameters:
    ///   - preview: What the person wants.
    ///   - forage: Fetches the pictures.
    ///   - invocation: Where they are drawn.
    init?(_ preview: Preview, _ forage: Forage, _ invocation: Invocation) {
        guard preview != .off, let drawing = invocation.terminal.drawing,
            let style = invocation.terminal.output
        else { return nil }
        do throws(CannotRun) {
            pool = try invocation.imagePool(Self.limits)
        } catch {
            // Who did not ask for pictures need not hear why there are none.
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

    /// The text that shows an item's picture in so much room.
    ///
    /// - Throws: ``CannotRun`` where it has none, or it cannot be shown: why.
    func text(of item: Item, columns: Int, rows: Int) async throws(CannotRun) -> String {
        // Half blocks show two pixels a letter; what is beyond that would be fetched in vain.
        let width = columns * (screen.manner == .blocks ? 4 : screen.cell.width)
        guard let url = item.picture(wide: width)?.url(wide: width) else {
            throw CannotRun("it has no picture")
        }
        let bytes = try await bytes(at: url)
        guard .now < deadline else { throw CannotRun("it took too long") }
        do throws(ImageFault) {
            let drawn = try await pool.draw(.bytes(bytes), screen.drawing(columns: columns, rows: rows))
            guard let text = DrawnText(drawn, screen.manner) else {
                throw .refused("what was drawn is more than a picture")
            }
            return text.text
        } catch {
            throw CannotRun("\(error)")
        }
    }

    private func bytes(at url: WebURL) async throws(CannotRun) -> [UInt8] {
        let response: Response
        do throws(FetchFailure) {
            response = try await forage.picture(at: url, upTo: Self.greatestByteCount, by: deadline)
        } catch {
            throw CannotRun("\(error)")
        }
        guard response.status == 200 else {
            throw CannotRun("\(url.host) answered with status \(response.status)")
        }
        switch response.completeness {
        case .whole: return response.body
        case .cutOff: throw CannotRun("\(url.host) sent a part of it only")
        case .overLimit: throw CannotRun("it is larger than \(ByteCount(Self.greatestByteCount))")
        }
    }
}
