internal import Forage
internal import ForageCore

extension Invocation {
    /// Draws the picture of one item beneath what was written of it.
    func drawPreview(_ preview: Preview, of item: Item, _ forage: Forage) async {
        guard item.hasPicture else { return }
        await interruption.cancelling {
            guard let previews = Previews(preview, forage, self) else { return }
            let screen = previews.screen
            let (columns, rows) = (min(screen.width - 1, 72), min(max(screen.height / 2, 8), 24))
            do throws(CannotRun) {
                let text = try await previews.text(of: item, columns: columns, rows: rows)
                pipes.write(("\n" + text).utf8)
            } catch {
                tell(of: [error.description])
            }
        }
    }

    /// Draws the pictures of items beneath their list.
    func drawPreviews(_ preview: Preview, of items: [Item], _ forage: Forage) async {
        guard let style = terminal.output, items.contains(where: \.hasPicture) else { return }
        await interruption.cancelling {
            guard let previews = Previews(preview, forage, self) else { return }
            tell(of: await ContactSheet(previews, style).draw(items, to: pipes))
        }
    }

    /// Says why pictures are not there, to those who asked for them.
    private func tell(of reasons: [String]) {
        guard let first = reasons.first, arguments.has("preview"), !Task.isCancelled else { return }
        pipes.say("forage: \(reasons.count.of("picture")) cannot be shown: \(first)")
    }
}
