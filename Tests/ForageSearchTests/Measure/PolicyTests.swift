import ForageCore
import ForageSearch
import Testing

@Suite("Pixel sizes of SVGs")
struct PolicyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let attributes: String
        let viewBox: String
        let css: String

        init(_ attributes: String, viewBox: String, css: String) {
            self.attributes = attributes
            self.viewBox = viewBox
            self.css = css
        }

        var testDescription: String { attributes }
    }

    static let cases = [
        Case("width='40' height='30'", viewBox: "40 30 attributes", css: "40 30 attributes"),
        Case(
            "width='40' height='30' viewBox='0 0 1 9'", viewBox: "40 30 attributes", css: "40 30 attributes"),
        Case("width='0' height='30'", viewBox: "0 30 attributes", css: "0 30 attributes"),
        Case("width='40' viewBox='0 0 2 1'", viewBox: "40 20 widthAndRatio", css: "40 20 widthAndRatio"),
        Case("height='40' viewBox='0 0 2 1'", viewBox: "80 40 heightAndRatio", css: "80 40 heightAndRatio"),
        Case("width='0' viewBox='0 0 2 1'", viewBox: "0 0 widthAndRatio", css: "0 0 widthAndRatio"),
        Case(
            "width='40' height='100%' viewBox='0 0 2 1'", viewBox: "40 20 widthAndRatio",
            css: "40 20 widthAndRatio"),
        Case("viewBox='0 0 24 24'", viewBox: "24 24 viewBox", css: "150 150 viewBox"),
        Case("viewBox='0 0 4 64'", viewBox: "4 64 viewBox", css: "9.375 150 viewBox"),
        Case("viewBox='0 0 900 100'", viewBox: "900 100 viewBox", css: "300 33.333 viewBox"),
        Case(
            "width='50%' height='50%' viewBox='0 0 4 64'", viewBox: "4 64 viewBox", css: "9.375 150 viewBox"),
        Case("width='-4' height='auto' viewBox='0 0 9 3'", viewBox: "9 3 viewBox", css: "300 100 viewBox"),
        Case("width='40'", viewBox: "none", css: "40 150 fallback"),
        Case("height='40'", viewBox: "none", css: "300 40 fallback"),
        Case("width='40' viewBox='0 0 0 1'", viewBox: "none", css: "40 150 fallback"),
        Case("", viewBox: "none", css: "300 150 fallback"),
        Case("width='100%' height='100%'", viewBox: "none", css: "300 150 fallback"),
        Case(
            "viewBox='0 0 24 24' preserveAspectRatio='none'", viewBox: "24 24 viewBox", css: "150 150 viewBox"
        ),
        Case(
            "style='width:9px;height:9px' viewBox='0 0 2 1'", viewBox: "2 1 viewBox", css: "300 150 viewBox"),
        Case(
            "x='9' y='9' transform='scale(2)' width='4' height='3'", viewBox: "4 3 attributes",
            css: "4 3 attributes"),
        Case("width='1in' height='1cm'", viewBox: "96 37.795 attributes", css: "96 37.795 attributes"),
    ]

    @Test("the attributes determine the size, and the policy fills in what is missing", arguments: cases)
    func policies(sample: Case) throws {
        let size = try SVGSize(attributes: sample.attributes)
        #expect(size.pixels()?.summary ?? "none" == sample.viewBox)
        #expect(size.pixels(.browser)?.summary == sample.css)
    }

    @Test(
        "sizes are rounded half up, to at least one pixel, and refused if too large",
        arguments: [
            ("100.5", 101), ("0.5", 1), ("0.4", 1), ("0", 1), ("1.49", 1), ("2.5", 3), ("1e6", 1_000_000),
            ("1e7", nil), ("3e38", nil),
        ] as [(String, Int?)])
    func rounding(text: String, expected: Int?) throws {
        let size = try SVGSize(attributes: "width='\(text)' height='\(text)'")
        #expect(size.pixels()?.rounded?.width == expected)
    }

    @Test(
        "the aspect ratio is that of positive lengths, otherwise that of the viewBox",
        arguments: [
            ("width='40' height='20' viewBox='0 0 1 1'", 2), ("width='40' height='0' viewBox='0 0 3 1'", 3),
            ("width='40' viewBox='0 0 4 1'", 4), ("width='40'", nil), ("", nil),
        ] as [(String, Double?)])
    func aspectRatio(attributes: String, expected: Double?) throws {
        #expect(try SVGSize(attributes: attributes).aspectRatio == expected)
    }
}
