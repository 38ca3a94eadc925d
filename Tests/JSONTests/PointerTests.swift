import JSON
import Testing

@Suite("JSON pointers")
struct PointerTests {
    private static let text = #"{"foo":["bar","baz"],"":0,"a/b":1,"m~n":2," ":3,"~1":4,"é":5}"#

    @Test(
        "the examples of RFC 6901 find their values",
        arguments: [
            ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/m~0n", "2"),
            ("/ ", "3"),
            ("/~01", "4"), ("/é", "5"),
        ])
    func find(_ pointer: String, _ expected: String) throws {
        let root = try tolerant(Self.text).root
        let value = root[try #require(JSONPointer(pointer))]
        #expect(written(value) == expected)
        #expect(value.pointer.description == pointer)
    }

    @Test("the empty pointer refers to the whole document")
    func empty() throws {
        let root = try tolerant(Self.text).root
        #expect(root[JSONPointer()].byteRange == root.byteRange)
        #expect(JSONPointer("") == JSONPointer())
        #expect(root.pointer.description.isEmpty)
    }

    @Test(
        "a pointer to nothing returns a missing value with that path",
        arguments: ["/foo/2", "/foo/01", "/foo/-", "/foo/x", "/bar/0/a", "/foo/0/0"])
    func missing(_ pointer: String) throws {
        let value = try tolerant(Self.text).root[try #require(JSONPointer(pointer))]
        #expect(value.isMissing)
        #expect(value.pointer.description == pointer)
    }

    @Test(
        "an index beyond the end of an array finds nothing, however large it is", .timeLimit(.minutes(1)),
        arguments: ["/foo/99999999999", "/foo/9223372036854775807", "/foo/99999999999999999999"])
    func beyond(_ pointer: String) throws {
        #expect(try tolerant(Self.text).root[try #require(JSONPointer(pointer))].isMissing)
    }

    @Test("invalid pointers are refused", arguments: ["a", "a/b", "/a~", "/a~2", "/~a", " /a"])
    func refuse(_ text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test("the pointer of every value leads back to it")
    func leadBack() throws {
        let root = try tolerant(#"{"a":[[],[1,{"b":[2]}],3],"c":{"d":{"e":4},"f":5}}"#).root
        func check(_ value: JSONValue) {
            #expect(root[value.pointer].byteRange == value.byteRange)
            value.elements.forEach(check)
            value.members.forEach { check($0.value) }
        }
        check(root)
        #expect(root["a"][1][1]["b"][0].pointer.description == "/a/1/1/b/0")
    }

    @Test("pointers can be built from tokens")
    func build() {
        let pointer = JSONPointer(tokens: ["a/b"]).appending("~").appending(3)
        #expect(pointer.description == "/a~1b/~0/3")
        #expect(pointer.parent?.description == "/a~1b/~0")
        #expect(JSONPointer().parent == nil)
        #expect(pointer.appending(JSONPointer(tokens: ["x"])).tokens == ["a/b", "~", "3", "x"])
    }
}
