import ForageCore
import ForageDownloads
import Platform
import TestPlaces
import Testing

@testable import ForageCredits

@Suite("Adoption of files")
struct AdoptionTests {
    let project: SampleProject

    init() throws { project = try SampleProject() }

    func adopt(
        _ path: String, isNamed: Bool = true, given: StatedCredit = StatedCredit(), pages: [String] = []
    ) throws -> Adoption.Adopted {
        let lock = project.file.exists ? try project.file.read() : CreditsLock()
        let statements = ProjectStatements(
            about: ProjectPictures.paths(in: project.folder, LockPolicy()), in: project.folder, pages: pages)
        return try Adoption(
            lock, in: project.file, given: given, statements: statements, date: "2026-06-01"
        ).adopted(path, isNamed: isNamed)
    }

    /// The name of the creator and the licence of a file that was adopted.
    func facts(_ path: String) throws -> [String?] {
        let line = try adopt(path).entry.credits.first?.line
        return [line?.creator?.name, line?.licence?.id]
    }

    @Test("a file of which nothing is known is entered as unknown")
    func unknown() throws {
        try project.place.write("x", to: "a/Logo v2.png")
        let entry = try adopt("a/Logo v2.png").entry
        #expect(entry.title == "Logo v2" && entry.credits == [] && entry.licences == [] && entry.isSealed)
        #expect(throws: FileError.self) { try adopt("nowhere.png") }
    }

    @Test("a credit file gives the whole entry, and a changed file is marked")
    func sidecar() throws {
        let sample = try project.add("a.jpg", "one")
        let record = try sample.record.orThrow()
        try project.place.write(record.json, to: "a.jpg.credit.json")
        let entry = try adopt("a.jpg").entry
        #expect(entry.id == sample.id && entry.download == sample.download && entry.steps == sample.steps)
        #expect(try entry.sidecar == Digest.sha256.of(record.json).hex)
        try project.place.write("two", to: "a.jpg")
        #expect(try adopt("a.jpg").entry.steps == sample.steps + ["changed"])
    }

    @Test("an entry keeps its credit when its file changed, and moves with a file that was renamed")
    func accepting() throws {
        let entry = try project.add("a.jpg", "one")
        try project.write([entry])
        try project.place.write("two", to: "a.jpg")
        let changed = try adopt("a.jpg")
        #expect(changed.former == nil && changed.entry.credits == entry.credits)
        #expect(
            changed.entry.file.byteCount == 3 && changed.entry.steps.last == "changed"
                && changed.entry.isSealed)
        try FileManager.default.removeItem(atPath: project.folder + "/a.jpg")
        try project.place.write("one", to: "b.jpg")
        let moved = try adopt("b.jpg")
        #expect(moved.former == "a.jpg" && moved.entry.path == "b.jpg" && moved.entry.steps == entry.steps)
    }

    @Test(
        "a licence file of REUSE gives creator and licence",
        arguments: [
            (
                "SPDX-FileCopyrightText: 2019-2021 Ada Ashdown <ada@example.org>\n\nSPDX-License-Identifier: CC-BY-SA-4.0",
                "Ada Ashdown", "cc-by-sa-4.0"
            ),
            (
                "SPDX-FileCopyrightText: © 2020 Ada\r\nSPDX-FileCopyrightText: Eve\r\nSPDX-License-Identifier: CC0-1.0",
                "Ada, Eve", "cc0-1.0"
            ),
            ("SPDX-License-Identifier: MIT\n", nil, "mit"),
            ("SPDX-FileCopyrightText: Ada\nSPDX-License-Identifier: CC-BY-3.0-DE", "Ada", "cc-by-3.0-de"),
            ("SPDX-FileCopyrightText: NONE\nSPDX-License-Identifier: CC0-1.0 OR MIT", nil, "cc0-1.0-or-mit"),
        ] as [(String, String?, String)])
    func licenceFile(text: String, creator: String?, licence: String) throws {
        try project.place.write("x", to: "a.png")
        try project.place.write(text, to: "a.png.license")
        let line = try #require(adopt("a.png").entry.credits.first?.line)
        #expect(line.creator?.name == creator && line.licence?.id == licence)
    }

    @Test("the name of a licence in the metadata of a picture is read in its long form")
    func embedded() throws {
        let terms = "Creative Commons Attribution-ShareAlike 4.0 International License"
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:r="http://ns.adobe.com/xap/1.0/rights/" r:UsageTerms="\(terms)"/>\
            </rdf:RDF></x:xmpmeta>
            """
        let count = packet.utf8.count + 2
        let segment = [UInt8(count >> 8), UInt8(count & 0xFF)] + Array(packet.utf8)
        try project.place.write([0xFF, 0xD8, 0xFF, 0xE1] + segment + [0xFF, 0xD9], to: "a.jpg")
        #expect(try facts("a.jpg") == [nil, "cc-by-sa-4.0"])
    }

    @Test("REUSE.toml gives the credits of the files that its patterns match, the last and nearest first")
    func reuse() throws {
        for path in ["a/b.png", "a/icon-1.png", "c/d/e.png", "c/f.png", "g.png"] {
            try project.place.write(path, to: path)
        }
        try project.place.write(
            """
            version = 1  # [[annotations]]
            SPDX-PackageName = "x"

            [[annotations]]
            path = ["a/*.png", 'c/**',  # all
                "nothing",
            ]
            precedence = "aggregate"
            SPDX-FileCopyrightText = ["2020 Ada <ada@example.org>", "Eve"]
            SPDX-License-Identifier = "CC-BY-4.0"

            [[annotations]]
            path = "**/icon-**.png"
            SPDX-FileCopyrightText = \"""
            © 2021 Zo\\u00eb
            2020 Ada
            \"""
            SPDX-License-Identifier = "CC0-1.0"
            [other]
            path = "g.png"
            """, to: "REUSE.toml")
        try project.place.write(
            "[[annotations]]\npath = \"*.png\"\nSPDX-License-Identifier = \"MIT\"", to: "c/d/REUSE.toml")
        #expect(try facts("a/b.png") == ["Ada, Eve", "cc-by-4.0"])
        #expect(try facts("a/icon-1.png") == ["Zoë, Ada", "cc0-1.0"])
        #expect(try facts("c/d/e.png") == [nil, "mit"])
        #expect(try facts("c/f.png") == ["Ada, Eve", "cc-by-4.0"])
        #expect(try facts("g.png") == [nil, nil])
    }

    @Test("what REUSE.toml overrides replaces what files and inner folders state")
    func overriding() throws {
        try project.place.write("x", to: "a/b.png")
        try project.place.write("SPDX-FileCopyrightText: Eve", to: "a/b.png.license")
        let annotation = "[[annotations]]\npath = \"**\"\nSPDX-License-Identifier = "
        try project.place.write(annotation + "\"MIT\"", to: "a/REUSE.toml")
        try project.place.write(annotation + "\"CC0-1.0\"\nprecedence = \"override\"", to: "REUSE.toml")
        #expect(try facts("a/b.png") == [nil, "cc0-1.0"])
    }

    @Test("a page in the form of Debian's copyright files is about its folder")
    func debian() throws {
        for path in ["a/b.png", "a/c.png", "c.png"] { try project.place.write(path, to: path) }
        try project.place.write(
            """
            Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
            License: various

            Files:
             *.png
            Copyright: The team
            License: CC-BY-SA 3.0

            Files:
             c.png
            Copyright: Ada Ashdown
            License: CC0-1.0
            """, to: "a/licenses.txt")
        #expect(try facts("a/b.png") == ["The team", "cc-by-sa-3.0"])
        #expect(try facts("a/c.png") == ["Ada Ashdown", "cc0-1.0"])
        #expect(try facts("c.png") == [nil, nil])
    }

    @Test("the older form dep5 is read, too")
    func dep5() throws {
        for path in ["a/b/c.png", "d.png"] { try project.place.write(path, to: path) }
        try project.place.write(
            """
            Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

            Files: *.jpg a/*
            Copyright: 2020 Ada
                       2021 Eve
            License: CC-BY-SA-4.0

            License: CC-BY-SA-4.0
             The text.
            """, to: ".reuse/dep5")
        #expect(try facts("a/b/c.png") == ["Ada, Eve", "cc-by-sa-4.0"])
        #expect(try facts("d.png") == [nil, nil])
    }

    @Test(
        "patterns of REUSE",
        arguments: [
            ("a/*.png", "a/b.png", true), ("a/*.png", "a/b/c.png", false),
            ("**/x-**.png", "a/b/x-1/2.png", true),
            ("*.png", "a/b.png", false), ("a/**", "a/b/c", true), ("a\\*.png", "a*.png", true),
            ("a\\*.png", "ab.png", false), ("", "a", false),
        ])
    func pattern(text: String, path: String, isMatch: Bool) {
        #expect(REUSEPattern(text).matches(path) == isMatch)
    }

    @Test("an entry without a licence is completed when more is stated, and keeps what it has")
    func completing() throws {
        try project.place.write("x", to: "a.png")
        var given = StatedCredit()
        given.creator = Creator(name: "Ada")
        let unknown = try adopt("a.png", given: given).entry
        try project.write([unknown])
        try project.place.write(
            "SPDX-FileCopyrightText: Eve\nSPDX-License-Identifier: MIT", to: "a.png.license")
        #expect(try facts("a.png") == ["Ada", "mit"])
    }

    @Test(
        "a page that Forage wrote gives the same credits again", arguments: ["pages/used.md", "CREDITS.md"])
    func page(path: String) throws {
        var entries = try ["a b(1).png", "c]d.png"].map { try project.add($0, $0) }
        entries[0].credits[0].line.title = "A \\ [title] (x) by *me*"
        entries[1].credits[0].line.creator = nil
        entries[1].credits[0].line.licence = nil
        try project.write(entries.map(\.sealed))
        let page = CreditsPage(try project.file.read(), as: .markdown, at: path).text
        try project.place.write(page, to: path)
        try FileManager.default.removeItem(atPath: project.file.path)
        for entry in entries {
            let adopted = try adopt(entry.path, pages: [path]).entry
            #expect(adopted.credits.map(\.line) == entry.credits.map(\.line), "\(page)")
            #expect(adopted.alt == entry.alt)
        }
    }

    @Test(
        "a name comes before a pattern, and a page is about the pictures of its folder, unless it was stated")
    func pages() throws {
        for path in ["a/owl.png", "a/owl-2.png", "a/fox-1.png", "b/logo.png"] {
            try project.place.write(path, to: path)
        }
        let page = """
            | File | Author | Licence |
            |-|-|-|
            | owl*.png | Bob | CC0 |
            | owl.png | Ada | CC BY 4.0 |
            | b/logo.png | Bob | CC0 |

            - `fox-*.png` by Zoe, CC BY 2.0
            """
        try project.place.write(page, to: "a/AUTHORS.md")
        #expect(try facts("a/owl.png") == ["Ada", "cc-by-4.0"])
        #expect(try facts("a/owl-2.png") == ["Bob", "cc0"])
        #expect(try facts("a/fox-1.png") == ["Zoe", "cc-by-2.0"])
        #expect(try facts("b/logo.png") == [nil, nil])
        #expect(try adopt("b/logo.png", pages: ["a/AUTHORS.md"]).entry.licences.map(\.id) == ["cc0"])
    }

    @Test("what a person states about a folder only fills what is unknown")
    func folder() throws {
        for path in ["a.png", "b.png"] { try project.place.write(path, to: path) }
        try project.place.write("SPDX-FileCopyrightText: Eve", to: "a.png.license")
        var given = StatedCredit()
        (given.creator, given.licence) = (Creator(name: "Ada"), Licence(spdx: "MIT"))
        let lines = try ["a.png", "b.png"].map {
            try adopt($0, isNamed: false, given: given).entry.credits.first?.line
        }
        #expect(lines.map { $0?.creator?.name } == ["Eve", "Ada"])
        #expect(lines.map { $0?.licence?.id } == ["mit", "mit"])
    }

    @Test("a copy has the credit of the picture with the same bytes")
    func copies() throws {
        try project.write([project.add("a.jpg", "one")])
        for path in ["b.jpg", "c.jpg"] { try project.place.write(path == "b.jpg" ? "one" : "two", to: path) }
        let adoption = Adoption(
            try project.file.read(), in: project.file, given: StatedCredit(),
            statements: ProjectStatements(about: [], in: project.folder, pages: []), date: "2026-06-01")
        let copies = try adoption.sharingCredits(["b.jpg", "c.jpg"].map { try adoption.adopted($0) })
        #expect(copies.map(\.entry.path) == ["b.jpg", "c.jpg"])
        #expect(copies.map(\.entry.credits.isEmpty) == [false, true])
        #expect(copies.allSatisfy { $0.former == nil && $0.entry.isSealed })
    }

    @Test("what a person states comes first, and replaces only that")
    func given() throws {
        let entry = try project.add("a.jpg", "one")
        try project.write([entry])
        var given = StatedCredit()
        given.licence = Licence(spdx: "CC0-1.0")
        let line = try #require(adopt("a.jpg", given: given).entry.credits.first?.line)
        #expect(line.licence?.id == "cc0-1.0" && line.creator == entry.credits[0].line.creator)
    }

    @Test(
        "damaged pages and licence files give nothing",
        arguments: [
            "", "- [", "- [a](<./a.png>): [b", "- [a](<./%FF>): x", "\u{0}", "- `a.png", "|a.png|\n|-|\n|b|",
            "[[annotations]]\npath = [\"a.png\"", "[[annotations]]\npath = \"\"\"\\",
            "Files: a.png\n: x", "[[annotations]]\npath = 1\n= 2",
            String(repeating: "- [a.png](", count: 900),
        ])
    func damaged(text: String) throws {
        #expect(CreditsMarkdown(text).credits.values.allSatisfy { $0.title != nil })
        for path in ["CREDITS.md", "REUSE.toml", ".reuse/dep5"] { try project.place.write(text, to: path) }
        try project.place.write("x", to: "a.png")
        try project.place.write(text, to: "a.png.license")
        #expect(try adopt("a.png").entry.credits == [])
    }
}
