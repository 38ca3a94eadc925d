internal import JSON

/// Prints bodies of search results, always the same ones.
struct PhotoPress {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// A body of about that many bytes.
    static func body(byteCount: Int) -> [UInt8] {
        var press = PhotoPress()
        var body = Array(#"{"total":133742,"results":["#.utf8)
        repeat {
            if body.last != UInt8(ascii: "[") { body.append(UInt8(ascii: ",")) }
            body += press.photo().utf8
        } while body.count < byteCount - 2
        return body + Array("]}".utf8)
    }

    private mutating func photo() -> String {
        let id = word(11)
        return #"""
            {"id":"\#(id)","slug":"\#(word(6))-\#(word(8))-\#(id)","createdAt":"2024-0\#(1 + below(9))-11T08:26:41Z",\#
            "updatedAt":"2026-03-04T11:05:09Z","promotedAt":null,"width":\#(below(8000)),"height":\#(below(8000)),\#
            "color":\#(pick(Self.colors)),"blurHash":"L\#(word(27))","description":\#(pick(Self.sentences)),\#
            "summary":\#(pick(Self.sentences)),"breadcrumbs":[],"likes":\#(below(20000)),\#
            "score":\#(below(100)).\#(below(1_000_000)),"likedByUser":\#(pick(["true", "false"])),\#
            "currentUserCollections":[],"sponsorship":null,"urls":\#(addresses()),"user":\#(user()),\#
            "place":{"latitude":\#(coordinate()),"longitude":\#(coordinate())},"tags":[\#(tags())]}
            """#
    }

    private mutating func coordinate() -> String {
        pick(["null", "\(below(90)).\(below(999_999))", "-\(below(180)).\(below(999_999_999))", "-9.12e1"])
    }

    private mutating func addresses() -> String {
        let base = #"https:\/\/images.example.org\/photo-\#(below(1_999_999_999))-\#(word(12))"#
        let query =
            #"?crop=entropy\u0026cs=tinysrgb\u0026fit=max\u0026fm=jpg\u0026ixid=\#(word(40))\u0026q=80"#
        let sizes = [
            ("full", ""), ("regular", #"\u0026w=1080"#), ("small", #"\u0026w=400"#),
            ("thumb", #"\u0026w=200"#),
        ]
        let members = sizes.map { #""\#($0)":"\#(base)\#(query)\#($1)""# }.joined(separator: ",")
        return #"{"raw":"\#(base)?ixid=\#(word(40))",\#(members)}"#
    }

    private mutating func user() -> String {
        #"""
        {"id":"\#(word(11))","updatedAt":"2026-03-04T10:31:27Z","username":"\#(word(9))","name":\#(pick(Self.names)),\#
        "portfolio":\#(pick(Self.sites)),"bio":\#(pick(Self.sentences)),\#
        "location":\#(pick(Self.towns)),"totalPhotos":\#(below(900)),"forHire":false,\#
        "social":{"site":null,"handle":"\#(word(8))"}}
        """#
    }

    private mutating func tags() -> String {
        (0..<below(12)).map { _ in #""\#(word(7))""# }.joined(separator: ",")
    }

    private mutating func word(_ length: Int) -> String {
        String((0..<length).map { _ in Self.letters[below(Self.letters.count)] })
    }

    private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    private static let colors = ["null", #""\u0023c0d9f3""#, ##""#262626""##]
    private static let sites = ["null", #""https://example.org/me""#]
    private static let towns = ["null", #""Zürich""#, #""長野県""#]
    private static let names = [
        #""Ada Keller""#, #""Søren Ødegård""#, #""林 美咲""#, #""Jos\u00e9 \"Pepe\" Ruiz""#,
    ]
    private static let sentences = [
        "null",
        #""A wooden pier under a clear evening sky""#,
        #""Boote am Ufer — still wie ein Gemälde, früh um fünf""#,
        #""Fog \u2014 and then\nsun 🌤 over the \"old\" bridge""#,
        #""霧のかかった山と湖、朝の光の中で""#,
    ]
}
