import ForageCore
import Platform
import TestWording
import Testing

@testable import ForageFormats

@Suite("The findings of forage doctor")
struct FindingsViewTests {
    private let findings = [
        Finding("forage-image", .ok, Wording.Pictures.worksWith("libvips and libchafa")),
        Finding("configuration", .unknown, "/home/ann/.config/forage.json: not there"),
        Finding("cache", .failed, "The disk is full. Searches work, but their answers are not cached."),
    ]

    @Test("no line is wider than the screen, and words stay whole", arguments: [20, 26, 40, 52, 60, 80, 200])
    func fitting(width: Int) {
        let text = FindingsView(.table, terminal: TerminalStyle(width: width)).text(of: findings)
        #expect(
            text.split(separator: "\n").allSatisfy { String($0).displayWidth <= max(width, 22) }, "\(text)")
        let words = findings.map(\.sentence).joined(separator: " ").split(separator: " ")
        let shown = Set(text.split { $0.isWhitespace })
        #expect(words.allSatisfy { $0.count > width - 2 || shown.contains($0) }, "\(text)")
    }

    @Test(
        "a finding is shown next to its subject if there is room, otherwise below",
        arguments: [(40, 6), (80, 3)])
    func beside(width: Int, lineCount: Int) {
        let text = FindingsView(.table, terminal: TerminalStyle(width: width)).text(of: findings)
        let lines = text.split(separator: "\n")
        #expect(lines[0].contains("works with") == (width == 80) && lines.count >= lineCount, "\(text)")
    }
}
