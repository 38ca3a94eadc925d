import JSON
import Testing

@Suite("Values")
struct ValueTests {
    private let root: JSONValue

    init() throws {
        root = try tolerant(
            #"{"a":{"b":[0,"x",{"c":true}]},"n":null,"f":false,"s":"  pier\t","e":" ","é":1,"i":[]}"#
        ).root
    }

    @Test("the members whose keys begin alike are told in their order, escaped or not")
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
        "a text has no white space around it",
        arguments: [
            ("a", "a"), (" a", "a"), ("a\u{A0}", "a"), ("é", "é"), (#"\u0020a"#, "a"), (#"a\n"#, "a"),
        ])
    func trimmed(written: String, text: String) throws {
        #expect(try tolerant("[\"\(written)\"]").root[0].text == text)
    }

    @Test("chains lead to values")
    func chains() {
        #expect(root["a"]["b"][2]["c"].bool == true)
        #expect(root["f"].bool == false)
        #expect(root["a"]["b"][1].string == "x")
        #expect(root["n"].isNull && root["n"].exists)
    }

    @Test("chains that lead nowhere are missing, and say where they led")
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

    @Test("lists and objects are empty or not, whatever is cut off of them; all else is empty")
    func emptiness() throws {
        #expect(!root.isEmpty && !root["a"]["b"].isEmpty && root["i"].isEmpty)
        #expect(root["s"].isEmpty && root["n"].isEmpty && root["missing"].isEmpty)
        #expect(try tolerant("[").root.isEmpty && tolerant("{\"a\"").root.isEmpty)
        #expect(try !tolerant("[1").root.isEmpty)
    }

    @Test("every value tells its kind")
    func kinds() {
        #expect(root.members.map(\.value.kind) == [.object, .null, .bool, .string, .string, .number, .array])
    }

    @Test("text is trimmed, and never empty")
    func text() {
        #expect(root["s"].text == "pier")
        #expect(root["s"].string == "  pier\t")
        #expect(root["e"].text == nil)
        #expect(root["n"].text == nil)
    }

    @Test("elements and members come in the order of the file")
    func order() {
        #expect(root["a"]["b"].elements.map(\.kind) == [.number, .string, .object])
        #expect(root.members.map(\.key) == ["a", "n", "f", "s", "e", "é", "i"])
        #expect(root.count == 7)
        #expect(root["a"]["b"].count == 3)
        #expect(root["i"].count == 0 && root["s"].count == 0)
        #expect(root["a"].elements.map(\.kind).isEmpty)
        #expect(root["i"].members.map(\.key).isEmpty)
    }

    @Test("a value's bytes are what is written")
    func byteRanges() throws {
        let text = #"{ "a" : [ 1, "x\n" ] }"#
        let root = try tolerant(text).root
        func slice(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
        #expect(slice(root.byteRange) == text)
        #expect(slice(root["a"].byteRange) == #"[ 1, "x\n" ]"#)
        #expect(slice(root["a"][1].byteRange) == #""x\n""#)
        #expect(root.members.map { slice($0.keyRange) } == [#""a""#])
    }

    @Test("keys are the same when their bytes are, escaped or not")
    func keys() throws {
        let root = try tolerant(#"{"\u0061\"":1,"e\u0301":2,"":3}"#).root
        #expect(root["a\""].int == 1)
        #expect(root["e\u{301}"].int == 2)
        #expect(root["\u{E9}"].isMissing)
        #expect(root[""].int == 3)
        #expect(self.root["\u{E9}"].int == 1)
        #expect(self.root["e\u{301}"].isMissing)
    }

    @Test("keys that begin and end alike are told apart", arguments: 2..<20)
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

    @Test("of a repeated key the first wins, and the others are seen")
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
