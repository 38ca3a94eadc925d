import JSON
import Testing

@Suite("The JSON writer")
struct WriterTests {
    private func sample(_ writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("kind")
            writer.string("photo")
            writer.key("tags")
            writer.array { writer in
                writer.string("pier")
                writer.number(-3)
                writer.object { _ in }
                writer.array { _ in }
            }
            writer.key("ok")
            writer.bool(true)
        }
    }

    @Test("writes compactly by default")
    func compact() {
        #expect(JSONWriter.text { sample(&$0) } == #"{"kind":"photo","tags":["pier",-3,{},[]],"ok":true}"#)
    }

    @Test("writes one value per line with an indent of two spaces")
    func pretty() {
        let expected = """
            {
              "kind": "photo",
              "tags": [
                "pier",
                -3,
                {},
                []
              ],
              "ok": true
            }
            """
        #expect(JSONWriter.text(.pretty) { sample(&$0) } == expected)
    }

    @Test(
        "escapes only what must be escaped",
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{8}\u{C}\u{0}\u{1F}", #""\n\r\t\u0008\u000C\u0000\u001F""#),
            ("é長🌤/\u{7F}\u{2028}", "\"é長🌤/\u{7F}\u{2028}\""), ("", #""""#),
        ])
    func escapes(_ text: String, _ expected: String) throws {
        let written = JSONWriter.text { $0.string(text) }
        #expect(written == expected)
        #expect(try tolerant(written).root.string == text)
    }

    @Test("escapes a character at any offset", arguments: ["\"", "\\", "\n", "\u{1}", "\u{2028}"])
    func place(of sign: String) throws {
        for count in 0..<20 {
            let text = String(repeating: "é", count: count % 3) + String(repeating: "x", count: count)
            for text in [text + sign, text + sign + sign + text] {
                let written = JSONWriter.text(escapesLineSeparators: true) { $0.string(text) }
                #expect(!written.dropFirst().dropLast().unicodeScalars.contains { $0.value < 0x20 })
                #expect(!written.contains("\u{2028}"))
                #expect(try JSONDocument(Array(written.utf8)).root.string == text)
            }
        }
    }

    @Test("escapes line separators on request")
    func lineSeparators() {
        let written = JSONWriter.text(escapesLineSeparators: true) { $0.string("a\u{2028}b\u{2029}") }
        #expect(written == #""a\u2028b\u2029""#)
    }

    @Test(
        "writes numbers that read back as the same value",
        arguments: [0, -0.0, 1, 0.1, 1e22, .leastNonzeroMagnitude, 1.7976931348623157e308, -123456.789])
    func doubles(_ value: Double) throws {
        let text = JSONWriter.text { $0.number(value) }
        #expect(strictFault(text) == nil)
        #expect(try tolerant(text).root.double?.bitPattern == value.bitPattern)
    }

    @Test("writes null for numbers that JSON lacks", arguments: [Double.nan, .infinity, -.infinity])
    func noNumber(_ value: Double) {
        #expect(JSONWriter.text { $0.number(value) } == "null")
    }

    @Test("writes a parsed document with its number spellings and duplicate keys")
    func values() throws {
        let text = #"{"a":1.50,"a":[true,null,"\u00e9"],"b":{}}"#
        #expect(try written(tolerant(text).root) == #"{"a":1.50,"a":[true,null,"é"],"b":{}}"#)
        #expect(try written(tolerant(text).root["nowhere"]) == "null")
    }

    @Test("rethrows the error of its closure")
    func handsOn() {
        struct Trouble: Error {}
        #expect(throws: Trouble.self) {
            _ = try JSONWriter.bytes { writer throws(Trouble) in
                try writer.array { _ throws(Trouble) in throw Trouble() }
            }
        }
    }

    @Test("traps on a value without a key")
    func valueWithoutKey() async {
        await #expect(processExitsWith: .failure) {
            _ = JSONWriter.bytes { $0.object { $0.null() } }
        }
    }

    @Test("traps on a key without a value")
    func keyWithoutValue() async {
        await #expect(processExitsWith: .failure) {
            _ = JSONWriter.bytes { $0.object { $0.key("a") } }
        }
    }

    @Test("traps on a key outside an object")
    func keyInArray() async {
        await #expect(processExitsWith: .failure) {
            _ = JSONWriter.bytes { $0.array { $0.key("a") } }
        }
    }

    @Test("traps on a second root value, and on none")
    func rootValues() async {
        await #expect(processExitsWith: .failure) {
            _ = JSONWriter.bytes {
                $0.null()
                $0.null()
            }
        }
        await #expect(processExitsWith: .failure) {
            _ = JSONWriter.bytes { _ in }
        }
    }

    @Test("traps on an invalid number")
    func brokenNumber() async {
        await #expect(processExitsWith: .failure) {
            _ = JSONWriter.bytes { $0.number(asWritten: "1,5") }
        }
    }
}
