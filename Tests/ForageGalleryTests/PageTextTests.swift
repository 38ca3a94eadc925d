import HTTPServer
import JSON
import LoopbackClient
import Platform
import Testing

@testable import ForageGallery

@Suite("The texts of the page")
struct PageTextTests {
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
        #expect(String(decoding: german.body, as: UTF8.self).contains("<html lang=\"de\" dir=\"ltr\""))
        let page = String(decoding: arabic.body, as: UTF8.self)
        #expect(page.contains("<html lang=\"ar\" dir=\"rtl\"") && !page.contains("{{"))
    }
}
