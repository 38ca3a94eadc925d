import JSON
import Testing

@Suite("Size limits")
struct LimitTests {
    @Test("a document that is too long is refused", arguments: [JSONMode.strict, .tolerant])
    func length(_ mode: JSONMode) throws {
        let limits = JSONLimits(maximumByteCount: 4)
        _ = try JSONDocument(Array("[12]".utf8), mode: mode, limits: limits)
        let fault = #expect(throws: JSONError.self) {
            try JSONDocument(Array("[123]".utf8), mode: mode, limits: limits)
        }
        #expect(fault?.reason == .tooLong(maximumByteCount: 4))
    }

    @Test("a document that is nested too deeply is refused", arguments: [JSONMode.strict, .tolerant])
    func depth(_ mode: JSONMode) throws {
        let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        _ = try JSONDocument(Array(deepest.utf8), mode: mode)
        let fault = #expect(throws: JSONError.self) {
            try JSONDocument(Array("[\(deepest)]".utf8), mode: mode)
        }
        #expect(fault?.reason == .tooDeep(maximumDepth: 512))
        #expect(fault?.offset == 512)
    }

    @Test(
        "a hundred thousand opening brackets do not crash the reader",
        arguments: ["[", "{\"a\":", "[{\"a\":"])
    func brackets(_ opening: String) {
        #expect(
            strictFault(String(repeating: opening, count: 100_000))?.reason == .tooDeep(maximumDepth: 512))
    }

    @Test("a document with too many values is refused", arguments: [JSONMode.strict, .tolerant])
    func values(_ mode: JSONMode) throws {
        let limits = JSONLimits(maximumValueCount: 3)
        _ = try JSONDocument(Array("[1,2]".utf8), mode: mode, limits: limits)
        let fault = #expect(throws: JSONError.self) {
            try JSONDocument(Array(#"[{"a":1}]"#.utf8), mode: mode, limits: limits)
        }
        #expect(fault?.reason == .tooManyValues(maximumValueCount: 3))
    }

    @Test("an exceeded limit is reported even after an earlier error")
    func limitAfterFault() {
        let limits = JSONLimits(maximumDepth: 1)
        let fault = #expect(throws: JSONError.self) { try JSONDocument(Array("[,[".utf8), limits: limits) }
        #expect(fault?.reason == .tooDeep(maximumDepth: 1))
    }
}
