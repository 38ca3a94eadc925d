import ForageSearch
import Testing

@Suite("The viewBox of an SVG")
struct ViewBoxTests {
    private func viewBox(_ text: String) throws -> String {
        guard let box = try SVGSize(attributes: "viewBox=\"\(text)\"").viewBox else { return "none" }
        return [box.minX, box.minY, box.width, box.height].map(\.shortest).joined(separator: " ")
    }

    @Test(
        "four numbers are read with any separator",
        arguments: [
            ("0 0 24 24", "0 0 24 24"), ("0,0,24,24", "0 0 24 24"), ("0, 0 ,24 , 24", "0 0 24 24"),
            (" 0 0\t24&#10;24 ", "0 0 24 24"), ("0-0+200+100", "0 0 200 100"), ("-1-2+3+4", "-1 -2 3 4"),
            ("1e1 0 1e2 .5", "10 0 100 0.5"), ("-.5 -.5 24.5 12.25", "-0.5 -0.5 24.5 12.25"),
            ("0 0 100 +50", "0 0 100 50"),
        ])
    func numbers(text: String, expected: String) throws {
        #expect(try viewBox(text) == expected)
    }

    @Test(
        "a viewBox that browsers reject is none",
        arguments: [
            "", "0 0 24", "0 0 24 24 24", "0 0 24 24,", ",0 0 24 24", "0,,0,24,24", "0 0 24, ,24",
            "0 0 24px 24px",
            "0 0 100% 100%", "0 0 0 24", "0 0 24 0", "0 0 -24 24", "0 0 24 -24", "0 0 1e39 24",
            "1e39 0 24 24",
            "0 0 1e-60 24", "0 0 24. 24", "none", "0 0 NaN 24", "0 0 24 24;", "0.0.24.24", "0 0 24 24 px",
            "0\u{A0}0 24 24", "0;0;24;24", "(0 0 24 24)", "0x0 0 24 24",
        ])
    func refusals(text: String) throws {
        #expect(try viewBox(text) == "none")
    }

    @Test("a lower-case viewbox is ignored")
    func letterCase() throws {
        #expect(try SVGSize(attributes: "viewbox='0 0 24 24'").viewBox == nil)
    }
}
