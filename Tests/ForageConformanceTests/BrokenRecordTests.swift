import ForageCore
import Testing

@testable import ForageConformance

@Suite("Records that are broken on purpose")
struct BrokenRecordTests {
    @Test(
        "a record is replaced by a value that no item can be read from",
        arguments: [
            (#"{"a": [{"id": 1}, {"id": 2}]}"#, #"{"a": [{"id": 1}, 7]}"#),
            (#"{"a": ["x", "y"]}"#, #"{"a": ["x", {}]}"#), (#"{"a": [1, 2]}"#, #"{"a": [1, {}]}"#),
        ])
    func broken(body: String, expected: String) throws {
        let broken = try #require(JSONBody(Array(body.utf8))?.breaking("/a", at: 1))
        #expect(String(decoding: broken, as: UTF8.self) == expected)
    }
}
