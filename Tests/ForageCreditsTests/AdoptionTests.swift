import ForageCore
import ForageDownloads
import Platform
import TestPlaces
import Testing

@testable import ForageCredits

@Suite("Adoption of files")
struct AdoptionTests {
    private let project: SampleProject

    init() throws { project = try SampleProject() }

    private func adopt(
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
    private func facts(_ path: String) throws -> [String?] {
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

    @Test("a page that a person wrote gives the credits in its tables and lists")
    func handwritten() throws {
        let by = "https://creativecommons.org/licenses/by/4.0/"
        for path in ["img/a.png", "img/b.png", "img/sub/c.jpg", "img/d.png", "img/e.png", "other/e.png"] {
            try project.place.write(path, to: path)
        }
        try project.place.write(
            """
            # Credits
            | File Path | Artist | Source | License |
            | :--- | --- | --- | --- |
            | `a.png` | [Ada](https://ada.example/) | [View](https://art.example/1) | [CC BY 4.0](\(by)) |
            | sub/c.jpg | - | | GPL-3.0-only |

            * `b.png` by Eve Example, licensed under CC BY-SA 3.0, from https://b.example/
            - [d.png](./d.png): by [Zoe](https://zoe.example/)
            - not.png by an unknown artist; \(by)
            """, to: "img/CREDITS.md")
        try project.place.write("- `c.jpg` by Nobody\n- e.png: by Two\n", to: "CREDITS.md")
        let first = try #require(adopt("img/a.png").entry.credits.first)
        #expect(first.line.creator == Creator(name: "Ada", url: WebURL("https://ada.example/")))
        #expect(first.line.page == WebURL("https://art.example/1") && first.line.licence?.id == "cc-by-4.0")
        #expect(first.evidence?.words == "CC BY 4.0")
        #expect(try facts("img/b.png") == ["Eve Example", "cc-by-sa-3.0"])
        #expect(try adopt("img/b.png").entry.credits.first?.line.page == WebURL("https://b.example/"))
        #expect(try facts("img/sub/c.jpg") == [nil, "gpl-3.0-only"])
        #expect(try facts("img/d.png") == ["Zoe", nil])
        // Two files have this name.
        #expect(try facts("img/e.png") == [nil, nil] && facts("other/e.png") == [nil, nil])
    }

    @Test(
        "a page is read as people write it",
        arguments: [
            // Headings in another language, and a licence that links to the work.
            (
                """
                | Archivo | Fotografía | Fuente | Autor | Licencia |
                |---|---|---|---|---|
                | owl.jpg | Un búho | Commons | Ada Ashdown | CC BY-SA 4.0 |
                | `sea.jpg` | El mar | | Unknown | [Domaine public](https://art.example/sea_(1)_(2).jpg) |
                """,
                ["Ada Ashdown", "cc-by-sa-4.0", nil],
                [nil, "public-domain", "https://art.example/sea_(1)_(2).jpg"]
            ),
            // No column of files, and the original's title and page, which name other files.
            (
                """
                | Key | Original title | Source file | Photographer | License |
                | - | - | - | - | - |
                | img/owl.jpg | Owl 2.jpg | [Owl 2.jpg](https://art.example/owl) | Ada Ashdown | CC0 (public domain) |
                | /img/sea.jpg | | https://art.example/sea | | [Unsplash License](https://unsplash.com/license) |
                """,
                ["Ada Ashdown", "cc0", "https://art.example/owl"],
                [nil, "unsplash", "https://art.example/sea"]
            ),
            // Files in headings, and fields below them.
            (
                """
                # Credits
                Source: https://everything.example/

                ## owl.jpg

                - **Used as**: the first picture
                - **Author**: Ada Ashdown
                - **Licence:** Free Picture Licence — may be used by everyone,
                  see https://free.example/licence for its terms
                ## The sea
                Licence: MIT

                - Title: By the sea
                - Local file: `sea.jpg`.
                - Source: https://art.example/sea
                - License: [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)
                """,
                ["Ada Ashdown", "free-picture-licence", nil], [nil, "cc-by-4.0", "https://art.example/sea"]
            ),
            // Items of several lines and files, numbers, and plain text.
            (
                """
                - `owl.jpg` and `owl-*.webp`: *Owl at dusk*.
                  Commons, licencia CC BY 2.0.
                  <https://art.example/owl>

                1. **sea.jpg**
                   - Artist: Zoe
                   - Licence: MIT

                License: GPL-3.0-only
                """, [nil, "cc-by-2.0", "https://art.example/owl"], ["Zoe", "mit", nil]
            ),
            // A picture that is named twice, and a restriction after the name of a licence.
            (
                """
                | File | License |
                | - | - |
                | img/owl.jpg | CC BY 4.0 |
                | ./owl.jpg | CC BY-SA 3.0 |
                | sea.jpg | MIT, not for commercial use |
                """, [nil, "cc-by-4.0", nil], [nil, "mit-not-for-commercial-use", nil]
            ),
            // Comments and blocks of code, which are examples, and what others did with a picture.
            (
                """
                <!-- An example:
                - `owl.jpg` by Eve, CC BY 4.0
                -->
                ```text
                - `sea.jpg` by Eve, CC BY 4.0
                ```
                - `owl.jpg` 800 by 600 pixels, recoloured by Eve from work by Ada Ashdown, CC0,
                  https://art.example/owl_(x).jpg
                - `sea.jpg` by Zoe: CC BY 4.0 does not apply.
                """, ["Ada Ashdown", "cc0", "https://art.example/owl_(x).jpg"], ["Zoe", nil, nil]
            ),
            // Files below their creator and licence.
            (
                """
                Created by Ada Ashdown (CC BY-SA 3.0):
                  fox.jpg -- copied from hen.jpg by Eve (CC BY 4.0):
                  owl.jpg -- with another background

                - Zoe's birds (MIT)
                  - sea.jpg

                - Eve (MIT)
                - Others
                - owl-small.webp
                """, ["Ada Ashdown", "cc-by-sa-3.0", nil], ["Zoe", "mit", nil]
            ),
            // A file, and its properties without names.
            (
                """
                ## An owl
                * 'img/owl.jpg'
                * Ada Ashdown. "Owl" November 15, 2014
                * https://art.example/owl
                * Creative Commons Attribution 3.0 Unported (CC BY 3.0)
                """, [nil, "cc-by-3.0", "https://art.example/owl"], [nil, nil, nil]
            ),
            (
                """
                ## owl.jpg (the first one)
                Author: Ada Ashdown
                * An owl in a tree
                * https://art.example/owl
                License: (https://art.example/)
                ## sea.jpg
                License: not CC BY 4.0
                """, ["Ada Ashdown", nil, "https://art.example/owl"], [nil, "not-cc-by-4.0", nil]
            ),
            (
                """
                owl.jpg
                License: GPL 3.0 (https://art.example/licence)
                Source: https://art.example/owl
                """, [nil, "gpl-3.0", "https://art.example/owl"], [nil, nil, nil]
            ),
            (
                """
                owl.jpg
                Author: Ada Ashdown
                License: CC BY 4.0

                Everything else was drawn for this site: sea.jpg, too.

                - `sea.jpg`: a view of the sea, presented by the Museum of Art
                """, ["Ada Ashdown", "cc-by-4.0", nil], [nil, nil, nil]
            ),
        ] as [(page: String, owl: [String?], sea: [String?])])
    func forms(page: String, owl: [String?], sea: [String?]) throws {
        for path in ["img/owl.jpg", "img/owl-small.webp", "img/sea.jpg", "owl.jpg"] {
            try project.place.write(path, to: path)
        }
        try project.place.write(page, to: "img/Credits.txt")
        for (name, expected) in [("owl", owl), ("sea", sea)] {
            let line = try adopt("img/\(name).jpg").entry.credits.first?.line
            #expect([line?.creator?.name, line?.licence?.id, line?.page?.text] == expected, "\(name)")
        }
        let isForSmall = page.contains("owl-*")
        #expect(try facts("img/owl-small.webp") == [nil, isForSmall ? "cc-by-2.0" : nil])
        #expect(try facts("owl.jpg") == [nil, nil])
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
