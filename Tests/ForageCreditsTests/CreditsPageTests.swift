import ForageCore
import JSON
import Platform
import TestPlaces
import Testing

@testable import ForageCredits

@Suite("Pages with the credits of a project")
struct CreditsPageTests {
    private let project: SampleProject

    init() throws {
        project = try SampleProject()
        try project.write([.sample(), .sample("site/a*b.png", licence: Licence(name: "House \"Licence\""))])
    }

    private func page(_ form: CreditsForm, at path: String = "") throws -> String {
        CreditsPage(try project.file.read(), as: form, at: path).text
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(project.folder)/\(name)", encoding: .utf8)
    }

    private func write(_ name: String) throws {
        try PageFile(name, of: project.file).write(project.file.read())
    }

    @Test(
        "every form has the credit, the licence and the description of each picture",
        arguments: CreditsForm.allCases)
    func forms(form: CreditsForm) throws {
        let text = try page(form)
        for part in ["Ada Ashdown", "pictures/owl.jpg", "https://pictures.example/owl", "a"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.contains("An owl in flight") || form == .reuse)
        #expect(text.contains("CC BY 4.0") || text.contains("CC-BY-4.0"))
        #expect(try page(form) == text)
    }

    @Test("the form of a page follows from its name")
    func names() {
        let names = ["REUSE.toml", "a/CREDITS.md", "x.HTML", "credits.txt", "list.json", "pictures.spdx"]
        #expect(names.map { CreditsForm(ofPage: $0) } == [.reuse, .markdown, .html, .text, .json, .spdx])
        #expect(CreditsForm(ofPage: "pyproject.toml") == nil && CreditsForm(ofPage: "credits") == nil)
    }

    @Test("links lead from the page to the files")
    func links() throws {
        #expect(try page(.markdown, at: "site/pages/CREDITS.md").contains("](<../a%2Ab.png>)"))
        #expect(try page(.html, at: "site/credits.html").contains("href=\"../pictures/owl.jpg\""))
        #expect(try page(.markdown).contains("](<./site/a%2Ab.png>)"))
    }

    @Test(
        "a block is replaced between its marks, and every other byte stays",
        arguments: ["\n", "\r\n"])
    func block(end: String) throws {
        let before = [
            "# My site", "Caf\u{E9} \u{0}", "<!-- forage:credits -->", "old", "  <!-- /forage:credits -->",
            "after",
        ]
        try project.place.write(Array(before.joined(separator: end).utf8) + [0xFF], to: "README.md")
        try write("README.md")
        let bytes = try LocalFile("\(project.folder)/README.md", upTo: 1 << 20).bytes
        let lines = String(decoding: bytes.dropLast(), as: UTF8.self).components(end)
        #expect(
            bytes.last == 0xFF && lines.first == before[0] && lines[1] == before[1] && lines.last == "after")
        #expect(lines.count == before.count + 1 && lines[3].hasPrefix("- [pictures/owl.jpg]"))
        try write("README.md")
        #expect(try LocalFile("\(project.folder)/README.md", upTo: 1 << 20).bytes == bytes)
    }

    @Test("a page without marks gets the block at its end, except HTML")
    func noMarks() throws {
        try project.place.write("# Mine", to: "README.md")
        try write("README.md")
        #expect(try text("README.md").hasPrefix("# Mine\n\n<!-- forage:credits -->\n- ["))
        try project.place.write("<p>Mine</p>", to: "index.html")
        #expect(throws: PageError.noMarks) { try write("index.html") }
        #expect(try text("index.html") == "<p>Mine</p>")
    }

    @Test(
        "marks that are not one pair are refused with their line, and nothing changes",
        arguments: [
            ("a\n<!-- forage:credits -->\n", 2), ("<!-- /forage:credits -->\n", 1),
            ("<!-- /forage:credits -->\n<!-- forage:credits -->\n", 2),
            ("<!-- forage:credits -->\n<!-- /forage:credits -->\n<!-- forage:credits -->\n", 3),
        ])
    func brokenMarks(text: String, line: Int) throws {
        try project.place.write(text, to: "a.md")
        #expect(throws: PageError.marks(line: line)) { try write("a.md") }
        #expect(try self.text("a.md") == text)
    }

    @Test(
        "new pages of every form are current, and follow a change of the lock",
        arguments: [
            "CREDITS.md", "credits.html", "credits.txt", "site/REUSE.toml", "REUSE.toml", "credits.json",
            "credits.spdx",
        ])
    func new(name: String) throws {
        let page = try PageFile(name, of: project.file)
        #expect(try page.isCurrent(project.file.read()) == nil)
        try write(name)
        #expect(try page.isCurrent(project.file.read()) == true)
        try project.write([.sample("site/new.jpg")])
        #expect(try page.isCurrent(project.file.read()) == false)
        try write(name)
        #expect(try page.isCurrent(project.file.read()) == true)
    }

    @Test("a file of another program is not replaced", arguments: ["package.json", "other.spdx"])
    func foreign(name: String) throws {
        try project.place.write("{}", to: name)
        #expect(throws: PageError.foreign) { try write(name) }
        #expect(try text(name) == "{}")
    }

    @Test("a page that is a link is not written")
    func link() throws {
        let outside = try TemporaryFolder()
        let other = try outside.write("mine", to: "profile.md")
        try FileManager.default.createSymbolicLink(
            atPath: project.folder + "/CREDITS.md", withDestinationPath: other)
        #expect(throws: PageError.link) { try write("CREDITS.md") }
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    }

    @Test("titles cannot end a block, a link or a tag")
    func hostile() throws {
        var entry = LockEntry.sample("x.jpg")
        entry.title = "<!-- /forage:credits -->"
        entry.credits[0].line.title = "\n<!-- /forage:credits -->\n</text>\"\\"
        entry.alt = "]]\n# /forage:credits\n"
        try project.write([entry.sealed])
        for name in ["CREDITS.md", "credits.html", "credits.txt", "REUSE.toml", "credits.spdx"] {
            let page = try PageFile(name, of: project.file)
            try write(name)
            #expect(try page.isCurrent(project.file.read()) == true, "\(name)")
        }
    }

    @Test(
        "licences have their identifiers in the SPDX list, or a reference",
        arguments: [
            ("cc-by-4.0", "CC-BY-4.0"), ("cc-by-nc-sa-2.5", "CC-BY-NC-SA-2.5"), ("cc0-1.0", "CC0-1.0"),
            ("cc-by-3.0-de", "CC-BY-3.0-DE"), ("cc-by-sa-2.5-se", "LicenseRef-cc-by-sa-2.5-se"),
            ("cc-by-nd-nc-1.0", "CC-BY-NC-ND-1.0"), ("cc-by", "LicenseRef-cc-by"), ("pdm-1.0", "CC-PDM-1.0"),
            ("unsplash", "LicenseRef-unsplash"), ("café 1", "LicenseRef-caf--1"),
            ("cc-by-2.1", "LicenseRef-cc-by-2.1"),
        ])
    func identifiers(id: String, expected: String) {
        #expect(SPDXLicence(Licence(id: id, name: id)).id == expected)
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
