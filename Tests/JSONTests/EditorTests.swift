import JSON
import Testing

@Suite("The JSON editor")
struct EditorTests {
    private static let config = """
        {
          "$schema": "x",

          "providers": {
            "duckduckgo": {},
            "flickr":   { "enabled" :true },
            "unsplash": {
              "enabled": false
            }
          },
          "limits" : [1, 2,   3]
        }

        """

    private func edited(
        _ text: String, _ edit: (inout JSONEditor) throws -> Void
    ) throws -> String {
        var editor = try JSONEditor(Array(text.utf8))
        try edit(&editor)
        return String(decoding: editor.bytes, as: UTF8.self)
    }

    private func pointer(_ text: String) throws -> JSONPointer {
        try #require(JSONPointer(text))
    }

    @Test("sets a value and keeps every other byte")
    func sets() throws {
        let result = try edited(Self.config) {
            try $0.set(pointer("/providers/unsplash/enabled"), to: "true")
        }
        #expect(result == Self.config.replacing("false", with: "true"))
    }

    @Test(
        "changes nothing when a value is set to its own text",
        arguments: ["", "/providers", "/limits", "/limits/2", "/providers/flickr"])
    func identity(_ path: String) throws {
        let result = try edited(Self.config) { editor in
            let value = editor.root[try pointer(path)]
            try editor.set(value.pointer, to: String(decoding: editor.bytes[value.byteRange], as: UTF8.self))
        }
        #expect(result == Self.config)
    }

    @Test("adds a member the way its siblings are written")
    func adds() throws {
        let result = try edited(Self.config) { editor in
            try editor.set(pointer("/providers/unsplash/weight"), to: "2")
            try editor.set(pointer("/providers/flickr/weight"), to: "3")
        }
        #expect(result.contains("      \"enabled\": false,\n      \"weight\": 2\n    }"))
        #expect(result.contains(#"{ "enabled" :true, "weight" :3 }"#))
    }

    @Test("fills an empty object on a line of its own, indented like the file")
    func fills() throws {
        let result = try edited(Self.config) {
            try $0.set(pointer("/providers/duckduckgo/enabled"), to: "true")
        }
        #expect(result == Self.config.replacing("{},", with: "{\n      \"enabled\": true\n    },"))
    }

    @Test(
        "adds the missing parent objects",
        arguments: [
            ("{}", #"{"a": {"b": 1}}"#), (#"{"x":0}"#, #"{"x":0,"a":{"b": 1}}"#),
            ("{\n}\n", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"),
            ("{\r\n\t\"x\": 0\r\n}", "{\r\n\t\"x\": 0,\r\n\t\"a\": {\r\n\t\t\"b\": 1\r\n\t}\r\n}"),
            ("\u{FEFF}{}", "\u{FEFF}{\"a\": {\"b\": 1}}"),
        ])
    func addsObjects(_ text: String, _ expected: String) throws {
        #expect(try edited(text) { try $0.set(pointer("/a/b"), to: "1") } == expected)
    }

    @Test("escapes a new key")
    func escapesKey() throws {
        #expect(try edited("{}") { try $0.set(JSONPointer(tokens: ["a\"\n"]), to: "1") } == #"{"a\"\n": 1}"#)
    }

    @Test(
        "removes a value with its comma",
        arguments: [
            ("/a", #"{"b": 2, "c": 3}"#), ("/b", #"{"a": 1, "c": 3}"#), ("/c", #"{"a": 1, "b": 2}"#),
        ])
    func removes(_ path: String, _ expected: String) throws {
        #expect(try edited(#"{"a": 1, "b": 2, "c": 3}"#) { try $0.remove(pointer(path)) } == expected)
    }

    @Test("removes whole lines, array elements and an only member")
    func removesMore() throws {
        #expect(
            try edited("{\n  \"a\": 1,\n  \"b\": 2\n}") { try $0.remove(pointer("/b")) } == "{\n  \"a\": 1\n}"
        )
        #expect(try edited("[1, 2, 3]") { try $0.remove(pointer("/1")) } == "[1, 3]")
        #expect(try edited("{\n  \"a\": 1\n}") { try $0.remove(pointer("/a")) } == "{}")
    }

    @Test("leaves a document with an error unchanged", arguments: ["", "{", #"{"a":1,}"#, "{} {}", "[NaN]"])
    func refusesBroken(_ text: String) {
        #expect(throws: JSONEditError.self) { try JSONEditor(Array(text.utf8)) }
    }

    @Test(
        "refuses text that is not a single value",
        arguments: ["", "tru", "1,2", "{", "\u{FEFF}1", #"1},"b":{"#])
    func refusesText(_ text: String) throws {
        var editor = try JSONEditor(Array(#"{"a":1}"#.utf8))
        let fault = #expect(throws: JSONEditError.self) { try editor.set(pointer("/a"), to: text) }
        #expect(fault?.description.starts(with: "The new text is not a JSON value: ") == true)
        #expect(editor.bytes == Array(#"{"a":1}"#.utf8))
    }

    @Test("refuses a path that does not exist", arguments: ["/a/b", "/l/7", "/l/x"])
    func refusesPlaces(_ path: String) throws {
        var editor = try JSONEditor(Array(#"{"a":1,"l":[]}"#.utf8))
        #expect(throws: JSONEditError.missingPlace(try pointer(path))) {
            try editor.set(pointer(path), to: "1")
        }
        #expect(throws: JSONEditError.missingPlace(try pointer(path))) { try editor.remove(pointer(path)) }
        #expect(throws: JSONEditError.missingPlace(JSONPointer())) { try editor.remove(JSONPointer()) }
    }

    @Test("refuses to choose between duplicate keys")
    func refusesRepeatedKeys() throws {
        var editor = try JSONEditor(Array(#"{"a":{"x":1},"a":{"x":2}}"#.utf8))
        let fault = #expect(throws: JSONEditError.self) { try editor.set(pointer("/a/x"), to: "3") }
        #expect(fault == .repeatedKey(try pointer("/a")))
        #expect(fault?.description == "The file contains “/a” twice; remove one of them first.")
        #expect(throws: JSONEditError.repeatedKey(try pointer("/a"))) { try editor.remove(pointer("/a")) }
    }

    @Test("adds nothing when a path cannot be added completely")
    func addsAllOrNothing() throws {
        let limits = JSONLimits(maximumDepth: 2)
        var editor = try JSONEditor(Array("{}".utf8), limits: limits)
        #expect(throws: JSONEditError.self) { try editor.set(pointer("/a/b/c"), to: "1") }
        #expect(editor.bytes == Array("{}".utf8))
    }
}
