import ForageSearch
import Testing

@Suite("Lengths of an SVG root")
struct LengthTests {
    private func pixels(_ text: String, more: String = "") throws -> String {
        let size = try SVGSize(attributes: "width=\"\(text)\" \(more)")
        return size.width.map { $0.pixels.shortest } ?? size.widthPercent.map { "\($0.shortest)%" } ?? "none"
    }

    @Test(
        "a length is converted to pixels, 96 per inch, in any unit and case",
        arguments: [
            ("24", "24"), ("24px", "24"), ("24PX", "24"), ("24Px", "24"), ("1in", "96"), ("10IN", "960"),
            ("2.54cm", "96"), ("25.4mm", "96"), ("101.6Q", "96"), ("101.6q", "96"), ("72pt", "96"),
            ("6pc", "96"), ("1em", "16"), ("2rem", "32"), ("1ex", "8"), ("3ch", "24"), ("0", "0"),
            ("0mm", "0"),
            ("50%", "50%"), (" 100% ", "100%"), ("0%", "0%"),
        ])
    func units(text: String, expected: String) throws {
        #expect(try pixels(text) == expected)
    }

    @Test(
        "a number is read by the rules of CSS",
        arguments: [
            (".5", "0.5"), ("+.5", "0.5"), ("+100", "100"), ("100.5", "100.5"), ("1e2", "100"),
            ("1E2", "100"),
            ("1e+2", "100"), ("1e-2", "0.01"), ("1e2px", "100"), ("2e1em", "320"), ("1em", "16"),
            ("1ex", "8"),
            ("007", "7"), ("-0", "0"), ("12345678901234567890", "12345678901234567000"),
            ("0.1000000000000000000000000000001", "0.1"), ("1e0000000000000000000000001", "10"),
            ("1e-99999999999999999999", "0"), ("1.00e-9223372036854775807", "0"),
            ("0.125e-9223372036854775807", "0"), ("1e-9223372036854775808", "0"),
            ("0e99999999999999999999", "0"),
        ])
    func numbers(text: String, expected: String) throws {
        #expect(Double(try pixels(text)) == Double(expected))
    }

    @Test(
        "an invalid length is none",
        arguments: [
            "", " ", "auto", "100.", "1.e2", "1e", "1e+", "0x64", "NaN", "nan", "Infinity", "inf", "1_000",
            "1,000", "１００", "٣", "100 px", "100;", "100,", "100px;", "1e2e", "px", "%", "50 %", "-1", "-1px",
            "-5%", "- 1", "++1", "+-1", "..5", "1..5", "1.5.5", "1e400", "3.5e38", "1e38in", "100\u{A0}",
            "\u{2003}100",
            "10lh", "10vw", "10vh", "10rlh", "10dpi", "calc(1px)", "calc(1px + 2px)", "min(1px)", "var(--x)",
            "100/*x*/", "10pxx", "10p", "10i", "1e2.5", "e2", "+", "-", ".", "2 3",
        ])
    func refusals(text: String) throws {
        #expect(try pixels(text) == "none")
    }

    @Test(
        "ASCII white space around a length is ignored",
        arguments: [" 7", "7 ", "\t7&#10;", "&#13;7&#9;", "  7px  "])
    func space(text: String) throws {
        #expect(try pixels(text) == "7")
    }

    @Test(
        "em units use the font size of the root",
        arguments: [
            ("20", "40"), ("20px", "40"), ("15pt", "40"), ("2em", "64"), ("50%", "16"), ("1rem", "32"),
            ("big", "32"), ("-3", "32"), ("", "32"),
        ])
    func fontSize(fontSize: String, expected: String) throws {
        #expect(try pixels("2em", more: "font-size='\(fontSize)'") == expected)
    }

    @Test("the original text, number and unit are kept")
    func parts() throws {
        let size = try SVGSize(attributes: "width=' 2.5CM ' height='calc(1px)'")
        #expect(size.widthText == " 2.5CM ")
        #expect(size.width?.value == 2.5)
        #expect(size.width?.unit == .cm)
        #expect(size.heightText == "calc(1px)")
        #expect(size.height == nil)
    }
}
