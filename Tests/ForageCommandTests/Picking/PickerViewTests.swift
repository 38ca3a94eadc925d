import ForageCore
import ForageFormats
import Platform
import TestReaders
import Testing

@testable import ForageCommand

@Suite("The screen of a choice")
struct PickerViewTests {
    private func picker(_ items: [Item], _ outcomes: [Outcome] = []) throws -> Picker {
        var picker = Picker()
        picker.rowCount = 10
        picker.take(
            .finished(
                Report(
                    query: try Query("owl"), items: items, outcomes: outcomes, next: "next", duration: .zero))
        )
        return picker
    }

    private func view(_ width: Int = 100, _ height: Int = 20, colours: Bool = false) -> PickerView {
        PickerView(TerminalStyle(width: width, usesColour: colours), height: height, showsPictures: true)
    }

    private func screen(
        _ picker: Picker, _ width: Int = 100, _ height: Int = 20, _ picture: PickerPicture? = nil
    ) -> [String] {
        var screen = SimulatedScreen(width: width, height: height)
        screen.obey(view(width, height).frame(of: picker, picture).text(after: nil, erasingPicturesBy: ""))
        return screen.shown
    }

    @Test(
        "each row has the number, the title, the licence and the provider; the current result is next to it")
    func wide() throws {
        var picker = try picker([.owl(1), .owl(2)])
        _ = picker.take(.character(" "))
        let lines = screen(picker)
        #expect(lines[0].hasPrefix("  * 1  Owl 1  CC0 1.0  birds"))
        #expect(lines[1].hasPrefix(">   2  Owl 2  CC0 1.0  birds"))
        #expect(lines.contains { $0.hasSuffix("birds:2") && $0.contains(" id ") })
        // Moving to the last row requests more.
        #expect(lines.last == "2 results · 1 marked · Searching … · ? for help")
    }

    @Test("before the first answers, the screen says that it searches, not that there are no results")
    func searching() {
        #expect(screen(Picker()).last == "Searching … · ? for help")
    }

    @Test("on a narrow screen, the current result is below the list")
    func narrow() throws {
        let lines = screen(try picker([.owl(1), .owl(2)]), 60, 24)
        #expect(lines[0].hasPrefix(">   1  Owl 1"))
        #expect(lines.firstIndex { $0.hasPrefix("id ") } ?? 0 > 12)
    }

    @Test("the current row is shown in inverse colours, if colours are enabled")
    func inverse() throws {
        let frame = view(colours: true).frame(of: try picker([.owl(1)]))
        #expect(frame.text(after: nil, erasingPicturesBy: "").contains("\u{1B}[7m>   1  Owl 1"))
    }

    @Test(
        "every line fits the screen, whatever services send",
        arguments: [
            "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{9B}31m", "日本語のとても長い題名がここにあります、もっと長く", "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪",
            "e" + String(repeating: "\u{301}", count: 500), String(repeating: "漢", count: 500),
            "\u{202E}txt.exe", "a\tb\r\nc", "شروق الشمس",
        ], [(100, 20), (60, 12), (20, 4), (3, 1)])
    func hostile(title: String, size: (width: Int, height: Int)) throws {
        var picker = try picker([.owl(1, title: title), .owl(2, title: title)])
        for keys in ["", "/" + title, "?"] {
            for key in keys { _ = picker.take(.character(key)) }
            let text = view(size.width, size.height).frame(of: picker).text(after: nil, erasingPicturesBy: "")
            let pieces = text.components(separatedBy: "\u{1B}[").dropFirst()
            #expect(pieces.allSatisfy { $0.contains(/^([0-9]+;[0-9]+H|2J|\?2026[hl])/) })
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\u{1B}" || $0.value == 0x9B })
            if size.width >= 20 {
                for piece in pieces {
                    let column = Int(piece.prefix { $0 != "H" }.split(separator: ";").last ?? "") ?? 1
                    let written = String(piece.drop { $0 != "H" }.dropFirst())
                    #expect(column - 1 + written.displayWidth <= size.width)
                }
            }
            _ = picker.take(.escape)
        }
    }

    @Test("a failed provider is named in the status line, and help shows the reason")
    func failure() throws {
        let outcomes = [Outcome("birds", .answered(1)), Outcome("foxes", .failed("the line is cut"))]
        var picker = try picker([.owl(1)], outcomes)
        #expect(screen(picker).last?.hasPrefix("failed: foxes · 1 result") == true)
        _ = picker.take(.character("?"))
        #expect(screen(picker).contains { $0.contains("foxes") && $0.contains("the line is cut") })
    }

    @Test("a search without results shows why, instead of a list")
    func empty() throws {
        let lines = screen(try picker([], [Outcome("foxes", .failed("the line is cut"))]))
        #expect(lines.contains { $0.contains("foxes") && $0.contains("the line is cut") })
        #expect(!lines.contains { $0.contains("no results") })
    }

    @Test("only what changed is drawn, and a picture is erased before the next one")
    func changes() throws {
        var picker = try picker([.owl(1), .owl(2)])
        let first = view().frame(of: picker, .drawn("PICTURE\n"))
        #expect(
            view().frame(of: picker, .drawn("PICTURE\n")).text(after: first, erasingPicturesBy: "X").isEmpty)
        _ = picker.take(.down)
        let change = view().frame(of: picker, .drawn("OTHER\n")).text(
            after: first, erasingPicturesBy: "ERASE")
        #expect(change.contains("ERASE") && change.contains("OTHER"))
        var screen = SimulatedScreen(width: 100, height: 20)
        screen.obey(first.text(after: nil, erasingPicturesBy: ""))
        #expect(screen.shown.contains { $0.contains("PICTURE") })
        screen.obey(change)
        #expect(
            screen.shown.contains { $0.contains("OTHER") }
                && !screen.shown.contains { $0.contains("PICTURE") })
        #expect(self.screen(picker, 100, 20, .failed("it is lost")).contains { $0.contains("it is lost") })
    }
}
