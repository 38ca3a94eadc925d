import HTTPServer
import JSON
import LoopbackClient
import Platform
import Testing

@testable import ForageGallery

@Suite("The texts of the page")
struct PageTextTests {
    /// The plural categories of the languages (CLDR). Those that may be absent are for very large numbers.
    private static let categories: [PageLanguage: Set<String>] = [
        .en: ["one", "other"], .de: ["one", "other"], .fr: ["one", "other"], .es: ["one", "other"],
        .ja: ["other"], .ar: ["zero", "one", "two", "few", "many", "other"],
    ]

    private let strings: JSONDocument

    init() throws {
        strings = try JSONDocument(try #require(PageFiles.named("strings.json")).bytes, mode: .strict)
    }

    @Test("every text exists in every language, with the same values and the plural forms of the language")
    func complete() throws {
        for entry in strings.root.members {
            #expect(Set(entry.value.members.map(\.key)) == Set(PageLanguage.allCases.map(\.rawValue)))
            let values = Self.values(in: entry.value["en"]["other"].string ?? entry.value["en"].string ?? "")
            for language in PageLanguage.allCases {
                let text = entry.value[language.rawValue]
                let forms = text.members.map { ($0.key, $0.value.string ?? "") }
                if forms.isEmpty {
                    #expect(Self.values(in: try #require(text.string)) == values, "\(entry.key) \(language)")
                    #expect(entry.value["en"].string != nil, "\(entry.key) \(language)")
                    continue
                }
                #expect(Set(forms.map(\.0)) == Self.categories[language], "\(entry.key) \(language)")
                for (category, form) in forms {
                    // A form for one number need not repeat it.
                    let given = Self.values(in: form).union(category == "other" ? [] : ["count"])
                    #expect(
                        given == values.union(category == "other" ? [] : ["count"]),
                        "\(entry.key) \(language)")
                    #expect(!form.isEmpty)
                }
            }
        }
    }

    private static func values(in text: String) -> Set<String> {
        Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) })
    }

    @Test("every text that a module or the page names exists, and each is used")
    func used() throws {
        let keys = Set(strings.root.members.map(\.key))
        var (named, groups): (Set<String>, Set<String>) = (["language", "direction", "strings"], [])
        for name in PageFiles.names where name.hasSuffix(".js") || name.hasSuffix(".html") {
            let source = String(decoding: try #require(PageFiles.named(name)).bytes, as: UTF8.self)
            // A key has a dot; no other literal of these modules has its form.
            for match in source.matches(of: /"([a-z]{2,}\.[a-zA-Z]+)"|{{([\w.]+)}}/) {
                if let key = match.1 ?? match.2 { named.insert(String(key)) }
            }
            groups.formUnion(source.matches(of: /named\("(\w+)"/).map { String($0.1) })
        }
        named.subtract(["language", "direction", "strings"])
        let inGroups = keys.filter { key in groups.contains { key.hasPrefix($0 + ".") } }
        #expect(named.subtracting(keys) == [])
        #expect(keys.subtracting(named).subtracting(inGroups) == [])
        #expect(groups.allSatisfy { group in inGroups.contains { $0.hasPrefix(group + ".") } })
    }

    @Test("a text cannot end the element or the attribute that it is part of")
    func escaped() throws {
        let strings = try JSONDocument(
            Array(##"{ "a.b": { "de": "</script>\"&" } }"##.utf8), mode: .strict)
        let page = PageText(strings, in: .de).filling("<p title=\"{{a.b}}\">{{strings}}{{language}}")
        #expect(
            page == ##"<p title="&lt;/script&gt;&quot;&amp;">{"a.b":"\u003c/script>\"&"}de"##)
    }

    @Test(
        "the language is the preferred one of those that the page has, or else English",
        arguments: [
            ("de", PageLanguage.de), ("de-AT, en;q=0.9", .de), ("en;q=0.5, FR-ca;q=0.8", .fr),
            ("zh, ja;q=0.2", .ja), ("ar", .ar), ("es;q=0, en", .en), ("es;q=x", .en), ("es;q=7", .en),
            ("*", .en), ("nl", .en), ("en, de", .en), ("", .en), ("de_DE", .en), (";;,=", .en),
        ])
    func preferred(line: String, language: PageLanguage) {
        #expect(PageLanguage(wantedBy: ["Accept-Language": line]) == language)
    }

    @Test(
        "the choice of the reader comes before the preference of the browser",
        arguments: [
            ("forage-language=ja", PageLanguage.ja), ("a=b; forage-language=fr;c", .fr),
            ("forage-language=xx", .de), ("forage-language", .de), ("language=ja", .de),
            ("forage-language=xx; forage-language=es", .es),
        ])
    func chosen(cookie: String, language: PageLanguage) {
        #expect(PageLanguage(wantedBy: ["Accept-Language": "de", "Cookie": cookie]) == language)
    }

    @Test("the page is served in the language of the reader", .timeLimit(.minutes(1)))
    func served() async throws {
        let gallery = try SandboxGallery()
        let german = try await gallery.get("/", headers: ["Accept-Language: de"])
        let arabic = try await gallery.get(
            "/", headers: ["Accept-Language: de", "Cookie: forage-language=ar"])
        #expect(german["Content-Language"] == "de" && arabic["Content-Language"] == "ar")
        #expect(german["ETag"] != arabic["ETag"])
        #expect(german["Vary"] == "Accept-Encoding, Accept-Language, Cookie")
        #expect(String(decoding: german.body, as: UTF8.self).contains("<html lang=\"de\" dir=\"ltr\">"))
        let page = String(decoding: arabic.body, as: UTF8.self)
        #expect(page.contains("<html lang=\"ar\" dir=\"rtl\">") && !page.contains("{{"))
    }
}
