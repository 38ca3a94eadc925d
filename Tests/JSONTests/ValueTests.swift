import JSON
import Testing

@Suite("JSON values")
struct ValueTests {
    private let root: JSONValue

    init() throws {
        root = try tolerant(
            #"{"a":{"b":[0,"x",{"c":true}]},"n":null,"f":false,"s":"  pier\t","e":" ","é":1,"i":[]}"#
        ).root
    }

    @Test("members with a common key prefix are returned in order, escaped or not")
    func membersThatBeginAlike() throws {
        let root = try tolerant(
            #"{"url_q":1,"u\u0072l_z":{"url_x":2},"url":3,"url_":4,"xurl_a":5,"url_q":6}"#
        ).root
        let members = root.members(startingWith: "url_")
        #expect(members.map(\.ending) == ["q", "z", "", "q"])
        #expect(members.map(\.value.int) == [1, nil, 4, 6])
        #expect(members[1].value["url_x"].int == 2)
        #expect(root["url_q"].members(startingWith: "url_").isEmpty)
        #expect(root["missing"].members(startingWith: "").isEmpty)
    }

    @Test(
        "text is trimmed of white space",
        arguments: [
            ("a", "a"), (" a", "a"), ("a\u{A0}", "a"), ("é", "é"), (#"\u0020a"#, "a"), (#"a\n"#, "a"),
        ])
    func trimmed(written: String, text: String) throws {
        #expect(try tolerant("[\"\(written)\"]").root[0].text == text)
    }

    @Test("chained subscripts reach nested values")
    func chains() {
        #expect(root["a"]["b"][2]["c"].bool == true)
        #expect(root["f"].bool == false)
        #expect(root["a"]["b"][1].string == "x")
        #expect(root["n"].isNull && root["n"].exists)
    }

    @Test("chained subscripts to nothing return a missing value with its path")
    func missingChains() {
        let missing = root["a"]["b"][7]["c"]
        #expect(missing.isMissing && !missing.exists && missing.kind == .missing)
        #expect(missing.pointer.description == "/a/b/7/c")
        #expect(missing.byteRange == root["a"]["b"].byteRange)
        #expect(missing.string == nil && missing.int == nil && missing.double == nil && missing.bool == nil)
        #expect(missing.count == 0 && missing.duplicateKeys.isEmpty && missing.text == nil)
        #expect(root["a"]["b"][-1].isMissing)
        #expect(root["s"]["length"].isMissing)
        #expect(root[0].isMissing)
    }

    @Test("lists and objects report whether they are empty, even when truncated; all other values are empty")
    func emptiness() throws {
        #expect(!root.isEmpty && !root["a"]["b"].isEmpty && root["i"].isEmpty)
        #expect(root["s"].isEmpty && root["n"].isEmpty && root["missing"].isEmpty)
        #expect(try tolerant("[").root.isEmpty && tolerant("{\"a\"").root.isEmpty)
        #expect(try !tolerant("[1").root.isEmpty)
    }

    @Test("every value reports its kind")
    func kinds() {
        #expect(root.members.map(\.value.kind) == [.object, .null, .bool, .string, .string, .number, .array])
    }

    @Test("text is trimmed, and nil if nothing is left")
    func text() {
        #expect(root["s"].text == "pier")
        #expect(root["s"].string == "  pier\t")
        #expect(root["e"].text == nil)
        #expect(root["n"].text == nil)
    }

    @Test("elements and members keep the order of the file")
    func order() {
        #expect(root["a"]["b"].elements.map(\.kind) == [.number, .string, .object])
        #expect(root.members.map(\.key) == ["a", "n", "f", "s", "e", "é", "i"])
        #expect(root.count == 7)
        #expect(root["a"]["b"].count == 3)
        #expect(root["i"].count == 0 && root["s"].count == 0)
        #expect(root["a"].elements.map(\.kind).isEmpty)
        #expect(root["i"].members.map(\.key).isEmpty)
    }

    @Test("a value's byte range covers its source text")
    func byteRanges() throws {
        let text = #"{ "a" : [ 1, "x\n" ] }"#
        let root = try tolerant(text).root
        func slice(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
        #expect(slice(root.byteRange) == text)
        #expect(slice(root["a"].byteRange) == #"[ 1, "x\n" ]"#)
        #expect(slice(root["a"][1].byteRange) == #""x\n""#)
        #expect(root.members.map { slice($0.keyRange) } == [#""a""#])
    }

    @Test("keys are equal if their bytes are, escaped or not")
    func keys() throws {
        let root = try tolerant(#"{"\u0061\"":1,"e\u0301":2,"":3}"#).root
        #expect(root["a\""].int == 1)
        #expect(root["e\u{301}"].int == 2)
        #expect(root["\u{E9}"].isMissing)
        #expect(root[""].int == 3)
        #expect(self.root["\u{E9}"].int == 1)
        #expect(self.root["e\u{301}"].isMissing)
    }

    @Test("keys with a common prefix and suffix are distinguished", arguments: 2..<20)
    func likeKeys(length: Int) throws {
        let middle = String(repeating: "m", count: length - 2)
        let keys = (0..<length - 2).map { place in
            "a" + middle.prefix(place) + "x" + middle.dropFirst(place + 1) + "z"
        }
        let members = keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
        let root = try tolerant("{\(members)}").root
        for (place, key) in keys.enumerated() { #expect(root[key].int == place) }
        #expect(root["a" + middle + "z"].isMissing)
    }

    @Test("the first of several duplicate keys wins, and the others are reported")
    func duplicates() throws {
        let root = try tolerant(#"{"a":1,"b":2,"a":3,"\u0061":4}"#).root
        #expect(root["a"].int == 1)
        #expect(root.duplicateKeys.map(\.value.int) == [3, 4])
        #expect(root.duplicateKeys.map(\.keyRange) == [13..<16, 19..<27])
        #expect(root.members.map(\.key) == ["a", "b", "a", "a"])
    }

    @Test("values outlive their document")
    func outlives() throws {
        func deep() throws -> JSONValue { try tolerant(#"["\u00e9"]"#).root[0] }
        #expect(try deep().string == "é")
    }
}
