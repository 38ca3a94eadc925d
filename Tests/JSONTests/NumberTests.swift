import JSON
import Testing

@Suite("JSON numbers")
struct NumberTests {
    @Test(
        "an integer is read exactly or not at all",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("100", 100), ("-120", -120), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil), ("-9223372036854775809", nil),
            ("18446744073709551616", nil), ("100000000000000000000", nil), ("1.0", nil), ("1e2", nil),
        ] as [(String, Int?)])
    func readsInt(_ text: String, _ expected: Int?) throws {
        #expect(try tolerant(text).root.int == expected)
    }

    @Test(
        "flexible integers may be written as decimals, exponents or strings",
        arguments: [
            ("3", 3), ("3.0", 3), ("-3.000", -3), ("3e2", 300), ("30e-1", 3), ("2.5e1", 25), ("0.0", 0),
            ("0e999", 0),
            (#""3""#, 3), (#"" 3 ""#, 3), (#""3.0""#, 3), (#""007""#, 7), (#""-4""#, -4), ("3.5", nil),
            ("1e-1", nil),
            ("1e19", nil), ("1e999999999999", nil), ("1e-999999999999", nil), (#""""#, nil), (#""x""#, nil),
            ("999999999999999999", 999_999_999_999_999_999),
            ("-1234567890123456789", -1_234_567_890_123_456_789),
            (#""9223372036854775807""#, .max), (#""9223372036854775808""#, nil), (#""+5""#, 5),
            (#""\u0033""#, 3), (#""-""#, nil), (#""--1""#, nil),
            (#""3 px""#, nil), ("null", nil), ("true", nil), ("[3]", nil),
            ("9007199254740993.0", 9_007_199_254_740_993), ("1.00000000000000000000000000", 1),
            ("1.00000000000000000000000001", nil), ("-9223372036854775808.0", .min),
        ] as [(String, Int?)])
    func readsFlexibleInt(_ text: String, _ expected: Int?) throws {
        #expect(try tolerant(text).root.flexibleInt == expected)
        #expect(try tolerant("{}").root["x"].flexibleInt == nil)
    }

    @Test(
        "doubles are right to the last bit",
        arguments: [
            ("0", 0), ("0.1", 0.1), ("-1.5", -1.5), ("1e22", 1e22), ("1e23", 1e23),
            ("9007199254740993", 9_007_199_254_740_992),
            ("123456789.123456789", 123456789.123456789),
            ("2.2250738585072014e-308", 2.2250738585072014e-308),
            ("4.9e-324", .leastNonzeroMagnitude), ("1e-400", 0),
            ("1.7976931348623157e308", 1.7976931348623157e308),
            ("0.30000000000000004", 0.30000000000000004), ("8.41e21", 8.41e21),
            ("9214843084008499.0", 9_214_843_084_008_500),
            ("1e309", nil), ("-1e999999999999999999999", nil), ("1e-999999999999999999999", 0),
        ] as [(String, Double?)])
    func readsDouble(_ text: String, _ expected: Double?) throws {
        #expect(try tolerant(text).root.double?.bitPattern == expected?.bitPattern)
    }

    @Test("doubles agree with the standard library")
    func agreesOnDoubles() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            #expect(try tolerant(double.description).root.double == double)
        }
    }

    @Test("minus zero keeps its sign")
    func keepsSignOfZero() throws {
        #expect(try tolerant("-0").root.double?.sign == .minus)
        #expect(try tolerant("-0.0e5").root.double?.sign == .minus)
    }

    @Test(
        "numbers keep their spelling",
        arguments: ["1.50", "1E+05", "-0", "123456789012345678901234567890.10"])
    func keepsWriting(_ text: String) throws {
        let root = try tolerant(text).root
        #expect(root.numberAsWritten == text)
        #expect(written(root) == text)
    }

    @Test("a very long number does not crash the reader")
    func readsLongNumber() throws {
        let digits = String(repeating: "123456789", count: 50_000)
        #expect(try tolerant(digits).root.int == nil)
        #expect(try tolerant("0." + digits).root.double == 0.12345678912345678)
    }
}
