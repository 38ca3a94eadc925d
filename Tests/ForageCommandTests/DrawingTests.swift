import TestPlaces
import TestReaders
import Testing

@testable import ForageCommand

@Suite("Redrawing lines on a screen")
struct DrawingTests {
    private struct Case {
        var random: SeededNumbers
        let width: Int
        let height: Int

        init(_ seed: Int) {
            random = SeededNumbers(seed: seed)
            width = Int.random(in: 20...40, using: &random)
            height = Int.random(in: 4...12, using: &random)
        }

        /// Random lines, some as wide as the screen, some wider, and many similar to those before.
        mutating func lines(upTo count: Int) -> [String] {
            (0..<Int.random(in: 0...count, using: &random)).map { number in
                let widths = [0, 1, 7, width - 1, width, width + 1, 2 * width, 2 * width + 3]
                let letter = ["a", "b"].randomElement(using: &random) ?? ""
                let text = String(repeating: letter, count: widths.randomElement(using: &random) ?? 0)
                return number.isMultiple(of: 3) && !text.isEmpty ? "\u{1B}[1m\(text)\u{1B}[0m" : text
            }
        }
    }

    private func plain(_ line: String) -> String {
        line.filter { $0 == "a" || $0 == "b" }
    }

    private func cut(_ line: String, to width: Int) -> String {
        let plain = plain(line)
        // A screen that does not wrap writes the excess into its last column.
        return plain.count <= width ? plain : String(plain.prefix(width - 1) + plain.suffix(1))
    }

    private func wrapped(_ line: String, to width: Int) -> [String] {
        var rest = plain(line)[...]
        var rows: [String] = []
        repeat {
            rows.append(String(rest.prefix(width)))
            rest = rest.dropFirst(width)
        } while !rest.isEmpty
        return rows
    }

    private func trimmed(_ rows: [String]) -> [String] {
        var rows = rows
        while rows.last == "" { rows.removeLast() }
        return rows
    }

    @Test(
        "a drawing is erased from a screen that became narrower, and nothing else is", arguments: 0..<100)
    func erased(_ seed: Int) throws {
        var scene = Case(seed)
        let lines = scene.lines(upTo: scene.height - 1)
        // The screen is high enough that nothing scrolls out of reach.
        var screen = SimulatedScreen(width: scene.width, height: 100)
        screen.obey("before\n")
        var drawing = try #require(Drawing(on: Screen(width: scene.width, height: scene.height)))
        screen.obey(drawing.replaced(by: lines))
        let width = Int.random(in: 7...scene.width, using: &scene.random)
        screen.narrow(to: width)
        screen.obey(drawing.erased(from: Screen(width: width, height: scene.height)) + "behind")
        #expect(screen.transcript == ["before", "behind"])
    }

    @Test(
        "the screen shows the last drawing, and in the end the whole text once",
        arguments: 0..<300)
    func draws(_ seed: Int) throws {
        var scene = Case(seed)
        let (width, height) = (scene.width, scene.height)
        var screen = SimulatedScreen(width: width, height: height)
        let before = (0..<Int.random(in: 0...height + 3, using: &scene.random)).map { "before \($0)" }
        screen.obey(before.map { $0 + "\n" }.joined())
        var drawing = try #require(Drawing(on: Screen(width: width, height: height)))
        for _ in 0..<Int.random(in: 0...6, using: &scene.random) {
            let lines = scene.lines(upTo: height + 4)
            screen.obey(drawing.replaced(by: lines))
            let drawn = before + lines.prefix(height - 1).map { cut($0, to: width) }
            #expect(screen.transcript == trimmed(drawn))
        }
        let end = scene.lines(upTo: 2 * height)
        screen.obey(drawing.settled(as: end))
        screen.obey("after\n")
        #expect(screen.transcript == before + end.flatMap { wrapped($0, to: width) } + ["after"])
    }

    @Test("unchanged rows are not written again")
    func economy() throws {
        var drawing = try #require(Drawing(on: Screen(width: 40, height: 10)))
        _ = drawing.replaced(by: ["one", "two", "three"])
        #expect(drawing.replaced(by: ["one", "two", "three"]).isEmpty)
        let change = drawing.replaced(by: ["one", "2", "three"])
        #expect(change.contains("2") && !change.contains("one") && !change.contains("three"))
        #expect(!drawing.settled(as: ["one", "2", "three"]).contains("one"))
    }

    @Test("a row is overwritten without being erased first")
    func noFlicker() throws {
        var drawing = try #require(Drawing(on: Screen(width: 40, height: 10)))
        _ = drawing.replaced(by: ["one", "two", "three"])
        for text in [
            drawing.replaced(by: ["four", "five", "six"]), drawing.settled(as: ["1", "2", "3", "4"]),
        ] {
            #expect(!text.contains("\r\u{1B}[K") && !text.contains("[2K") && !text.contains("[2J"))
        }
    }

    @Test("no drawing is made on a screen that is too small or of unknown size")
    func small() {
        #expect(Drawing(on: Screen(width: 19, height: 10)) == nil)
        #expect(Drawing(on: Screen(width: 40, height: 3)) == nil)
        #expect(Drawing(on: Screen()) == nil)
    }

    @Test(
        "a line is shortened by its visible characters, and escape sequences stay whole",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"),
            ("\u{1B}[2mabcdef\u{1B}[0m", 4, "\u{1B}[2mabc…\u{1B}[0m"),
            ("\u{1B}[2mabc\u{1B}[0mdef", 4, "\u{1B}[2mabc\u{1B}[0m…"),
            ("\u{1B}[2mabcdef\u{1B}[0mghi", 4, "\u{1B}[2mabc…\u{1B}[0m"),
            (
                "\u{1B}]8;;https://a.example/\u{1B}\\Owls\u{1B}]8;;\u{1B}\\ and more", 6,
                "\u{1B}]8;;https://a.example/\u{1B}\\Owls\u{1B}]8;;\u{1B}\\…"
            ),
            ("貓頭鷹", 5, "貓頭…"), ("\u{1B}[", 1, "\u{1B}["), ("\u{1B}", 1, "\u{1B}"),
        ])
    func cutting(line: String, width: Int, result: String) {
        #expect(line.cut(toWidth: width, ellipsis: "…") == result)
        #expect(result.visibleWidth <= width)
    }
}
