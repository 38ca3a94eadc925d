import ForageCore
import TestPlaces
import Testing

@Suite("Credits")
struct CreditTests {
    private func credit(
        _ title: String, creator: Creator? = Creator(name: "Ann", url: "https://a.example/ann"),
        source: String = "Gallery"
    ) -> Attribution {
        Attribution(
            title: title, page: "https://a.example/1?a=1&b=2", source: NamedLink(source, "https://a.example"),
            creator: Known(creator),
            licence: .known(
                Licence(
                    id: "cc-by-sa-4.0", name: "CC BY-SA 4.0",
                    url: "https://creativecommons.org/licenses/by-sa/4.0/")),
            serviceLine: NamedLink("Results from Gallery", "https://a.example/about"))
    }

    @Test("a credit is written as text, HTML and Markdown")
    func written() {
        let credit = credit("Owl")
        #expect(
            credit.text
                == #""Owl" by Ann, from Gallery (CC BY-SA 4.0). Results from Gallery. https://a.example/1?a=1&b=2"#
        )
        #expect(
            credit.html
                == #"<a href="https://a.example/1?a=1&amp;b=2">Owl</a> by <a href="https://a.example/ann">Ann</a>, "#
                + #"from <a href="https://a.example/">Gallery</a> "#
                + #"(<a href="https://creativecommons.org/licenses/by-sa/4.0/">CC BY-SA 4.0</a>). "#
                + #"<a href="https://a.example/about">Results from Gallery</a>"#)
        #expect(
            credit.markdown.hasPrefix(
                "[Owl](<https://a.example/1?a=1&b=2>) by [Ann](<https://a.example/ann>), from "))
    }

    @Test("the plain text is one line that ends with the page, for any name", arguments: hostileNames)
    func plain(name: String) {
        let written = credit(name, creator: Creator(name: name), source: name).text
        #expect(written.hasPrefix("\"\(name.onOneLine)\" "))
        #expect(written.hasSuffix(". https://a.example/1?a=1&b=2"))
        #expect(!written.contains { $0.isNewline })
    }

    @Test("unknown facts are called unknown, and an empty creator is left out")
    func unknown() {
        let credit = Attribution(
            title: "Owl", page: "https://a.example/1", source: NamedLink("Gallery", "https://a.example"),
            creator: Known(Creator(name: " ")), licence: .unknown)
        #expect(credit.text == #""Owl", from Gallery (licence unknown). https://a.example/1"#)
        #expect(credit.creator.fact == nil)
    }

    @Test(
        "the source is where the service found the item, otherwise the service itself",
        arguments: [("Elsewhere", "Elsewhere"), ("", "Gallery"), (" \u{200B}", "Gallery"), (nil, "Gallery")])
    func source(via: String?, credited: String) {
        let info = ProviderInfo(
            id: "gallery", name: "Gallery", summary: "Pictures", site: "https://a.example/", kinds: [.photo],
            origins: ["https://a.example/"], capabilities: Capabilities())
        var draft = Draft(localID: "1", kind: .photo, title: "Owl", page: "https://a.example/1")
        draft.via = via.map { NamedLink($0, "https://b.example/") }
        #expect(ExampleProvider(info: info).attribution(for: draft).source.name == credited)
    }

    static let hostileNames = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x", "a & b &amp; c",
        "]](https://evil)",
        "](<https://evil>) [x", "*bold* _under_ `code` ~~gone~~", "a\nb\r\nc\u{2028}d\u{85}e",
        "\u{202E}txt.exe", "\\[",
        "# not a heading", "1. not a list", "|a|b|", "<!-- -->", "&#60;b&#62;", "\u{0}\u{1B}[2J", "]]>",
        "=cmd()", "www.evil.example", "see https://evil.example/x", "@octocat",
    ]

    @Test(
        "a hostile name survives HTML unchanged, on one line, and adds no tag", arguments: hostileNames
    )
    func html(name: String) throws {
        let written = credit(name, creator: Creator(name: name, url: "https://a.example/x"), source: name)
            .html
        let links = try links(ofHTML: written)
        let line = name.onOneLine
        let creator = String(name.trimmingWhitespace()).onOneLine
        #expect(links.prefix(3).map(\.name) == [line, creator, line])
        #expect(links.count == 5)
        #expect(written.split(separator: "<").count == 1 + 2 * 5 - 1)
    }

    @Test("a hostile name survives Markdown unchanged, and adds no link", arguments: hostileNames)
    func markdown(name: String) {
        let written = credit(name, creator: nil).markdown
        var rest = written.dropFirst()
        var label = ""
        while let letter = rest.first, letter != "]" {
            rest.removeFirst()
            label.append(letter == "\\" ? rest.removeFirst() : letter)
        }
        #expect(written.hasPrefix("["))
        #expect(label == name.onOneLine)
        let writtenLabel = written.dropLast(rest.count).lowercased().replacing("\\:", with: "")
        #expect(!writtenLabel.contains("://") && !writtenLabel.contains("www."))
        #expect(rest.hasPrefix("](<https://a.example/1?a=1&b=2>), from "))
        #expect(!written.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test("escaping for HTML is reversible and leaves no markup, for any name")
    func anyName() {
        var random = SeededNumbers(seed: 2)
        for _ in 0..<2_000 {
            let name = random.text()
            let escaped = name.escapedForHTML
            #expect(escaped.unescapedFromHTML == name)
            #expect(!escaped.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) })
            #expect(!name.onOneLine.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    private func links(ofHTML html: String) throws -> [(url: String, name: String)] {
        html.matches(of: /<a href="([^"<>]*)">([^<>]*)<\/a>/).map {
            (String($0.1).unescapedFromHTML, String($0.2).unescapedFromHTML)
        }
    }
}

extension String {
    fileprivate var unescapedFromHTML: String {
        let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
        var text = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "&", let end = rest.firstIndex(of: ";"),
                let plain = entities[String(rest[..<end])]
            else {
                text.append(scalar)
                continue
            }
            text.append(contentsOf: plain.unicodeScalars)
            rest = rest[rest.index(after: end)...]
        }
        return String(text)
    }
}
