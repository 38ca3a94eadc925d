import ForageCore
import Testing

@testable import ForageTransport

@Suite("Range requests to the cache")
struct RangeTests {
    private let fresh = ("Cache-Control", "max-age=60")

    private func bytes(
        _ range: String, of stored: StoredResponse, _ fields: [(String, String)] = []
    ) throws -> ContentRange? {
        let request = try CacheRequest.sample(.get, [("Range", range)] + fields)
        let decision = CacheRules().decide(request, among: [stored], at: noon)
        guard case .serve(let serving) = decision.action, case .bytes(let bytes) = serving.form else {
            return nil
        }
        return bytes
    }

    @Test(
        "a part is served from a whole response",
        arguments: [
            ("bytes=0-1", "bytes 0-1/10"), ("bytes=5-", "bytes 5-9/10"), ("bytes=-3", "bytes 7-9/10"),
            ("bytes=0-99", "bytes 0-9/10"), ("bytes=-99", "bytes 0-9/10"), ("BYTES=9-9", "bytes 9-9/10"),
            ("bytes=10-", nil), ("bytes=-0", nil), ("bytes=5-4", nil), ("bytes=0-1,3-4", nil),
            ("items=0-1", nil),
            ("bytes=+1-2", nil), ("bytes=", nil), ("bytes", nil), ("bytes=99999999999999999999-", nil),
        ])
    func whole(range: String, content: String?) throws {
        #expect(try bytes(range, of: .atNoon([fresh]))?.description == content)
    }

    @Test(
        "a part is served from a stored part that contains it",
        arguments: [
            ("bytes=4-8", "bytes 4-8/20"), ("bytes=5-6", "bytes 5-6/20"), ("bytes=3-6", nil),
            ("bytes=4-9", nil),
            ("bytes=-2", nil), ("bytes=4-", nil),
        ])
    func part(range: String, content: String?) throws {
        let stored = try StoredResponse.atNoon(
            [fresh], status: 206, part: .bytes(4..<9, of: 20), byteCount: 5)
        #expect(try bytes(range, of: stored)?.description == content)
    }

    @Test(
        "a stored part that does not suffice is described",
        arguments: [
            (0..<5, nil, "only its beginning is stored, as much as was needed to measure a picture"),
            (0..<5, "bytes=0-9", "the stored part does not contain the requested bytes"),
            (5..<9, nil, "the stored part does not contain the requested bytes"),
        ])
    func reason(held: Range<Int>, range: String?, sentence: String) throws {
        let request = try CacheRequest.sample(.get, range.map { [("Range", $0)] } ?? [])
        let stored = try StoredResponse.atNoon(
            [fresh], status: 206, part: .bytes(held, of: 20), byteCount: held.count)
        let rules = CacheRules().decide(request, among: [stored], at: noon).rules
        #expect(rules.map(\.sentence) == [sentence])
    }

    @Test("the end of a file is served from a stored end")
    func end() throws {
        let stored = try StoredResponse.atNoon(
            [fresh], status: 206, part: .bytes(15..<20, of: 20), byteCount: 5)
        #expect(try bytes("bytes=-2", of: stored)?.description == "bytes 18-19/20")
        #expect(try bytes("bytes=16-", of: stored)?.description == "bytes 16-19/20")
        let endless = try StoredResponse.atNoon(
            [fresh], status: 206, part: .bytes(0..<5, of: nil), byteCount: 5)
        #expect(try bytes("bytes=1-4", of: endless)?.description == "bytes 1-4/*")
        #expect(try bytes("bytes=1-", of: endless) == nil)
    }

    @Test("an error response is not cut into parts")
    func otherStatus() throws {
        let stored = try StoredResponse.atNoon([fresh], status: 404)
        #expect(CacheRules().form(of: stored, for: try .sample(.get, [("Range", "bytes=0-1")])) == .whole)
    }

    @Test(
        "If-Range matches strong validators only",
        arguments: [
            ("\"a\"", "\"a\"", "bytes 0-1/10"), ("\"a\"", "\"b\"", nil), ("W/\"a\"", "W/\"a\"", nil),
        ])
    func ifRange(tag: String, condition: String, content: String?) throws {
        let stored = try StoredResponse.atNoon([fresh, ("ETag", tag)])
        #expect(try bytes("bytes=0-1", of: stored, [("If-Range", condition)])?.description == content)
    }

    @Test(
        "a modification time is strong only if it was some time ago",
        arguments: [(-60.0, true), (-59, false)])
    func strongTime(seconds: Double, isStrong: Bool) throws {
        let stored = try StoredResponse.atNoon([("Last-Modified", noon.http(seconds))])
        #expect((Validators(stored).strong != nil) == isStrong)
    }

    @Test("if If-Range does not match, the whole response is returned")
    func wholeInstead() throws {
        let stored = try StoredResponse.atNoon([fresh, ("ETag", "\"a\"")])
        let request = try CacheRequest.sample(.get, [("Range", "bytes=0-1"), ("If-Range", "\"b\"")])
        #expect(CacheRules().form(of: stored, for: request) == .whole)
    }

    @Test(
        "a stored part is completed if a strong validator identifies the file",
        arguments: [
            ([("ETag", "\"a\"")], 0..<5, "bytes=5-"), ([("ETag", "\"a\"")], 5..<20, "bytes=0-4"),
            ([("ETag", "\"a\"")], 5..<10, nil), ([("ETag", "W/\"a\"")], 0..<5, nil), ([], 0..<5, nil),
        ])
    func completion(headers: [(String, String)], held: Range<Int>, range: String?) throws {
        let stored = try StoredResponse.atNoon(
            headers + [fresh], status: 206, part: .bytes(held, of: 20), byteCount: held.count)
        let decision = CacheRules().decide(try .sample(), among: [stored], at: noon)
        guard case .ask(let question) = decision.action else {
            Issue.record("not asked")
            return
        }
        #expect(question.fields.first { $0.name == "Range" }?.value == range)
        #expect(question.fields.first { $0.name == "If-Range" }?.value == range.map { _ in "\"a\"" })
        #expect(try CacheRules(use: .offline).verdict(on: stored) == .refused)
    }

    @Test(
        "adjacent parts are combined",
        arguments: [
            (0..<5, 5..<10, "0123456789"), (5..<10, 0..<5, "0123456789"), (0..<7, 3..<10, "0123456789"),
            (0..<10, 3..<5, "0123456789"), (3..<5, 0..<10, "0123456789"), (2..<5, 4..<6, "2345"),
            (0..<4, 5..<10, nil),
        ])
    func combination(held: Range<Int>, came: Range<Int>, text: String?) throws {
        let joined = CacheRules().combined(try part(held), try part(came))
        #expect(joined.map { String(decoding: $0.body, as: UTF8.self) } == text)
        let isWhole = text?.utf8.count == 10
        #expect(joined.map { $0.response.part == .whole } == text.map { _ in isWhole })
        #expect(joined?.response.status == text.map { _ in isWhole ? 200 : 206 })
        #expect(joined?.response.byteCount == text?.utf8.count)
    }

    @Test("parts of different or unidentified files are not combined")
    func noCombination() throws {
        #expect(CacheRules().combined(try part(0..<5), try part(5..<10, tag: "\"b\"")) == nil)
        #expect(
            CacheRules().combined(try part(0..<5, tag: "W/\"a\""), try part(5..<10, tag: "W/\"a\"")) == nil)
        #expect(CacheRules().combined(try part(0..<5), try part(5..<10, total: 11)) == nil)
    }

    private func part(_ bytes: Range<Int>, tag: String = "\"a\"", total: Int = 10) throws -> StoredPart {
        let stored = try StoredResponse.atNoon(
            [("ETag", tag)], status: 206, part: .bytes(bytes, of: total), byteCount: bytes.count)
        return StoredPart(stored, Array("0123456789".utf8)[bytes].map(\.self))
    }
}
