import ForageCore
import ForageDownloads
import Platform
import TestPlaces
import Testing

@testable import ForageCredits

/// Pages that people wrote.
extension AdoptionTests {
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
            // The form that Creative Commons recommends, and addresses elsewhere on the page.
            (
                """
                - `owl.jpg`: [Owl](https://art.example/1) by [Ada Ashdown](https://ada.example/) is licensed under
                  [CC BY 2.0](https://creativecommons.org/licenses/by/2.0/)
                - `sea.jpg`: "[The sea]" by [Zoe][z] used under [CC BY 4.0]

                [The sea]: https://art.example/sea,_at_dusk.jpg
                [z]: https://zoe.example/
                [CC BY 4.0]: https://creativecommons.org/licenses/by/4.0/
                """, ["Ada Ashdown", "cc-by-2.0", "https://art.example/1"],
                ["Zoe", "cc-by-4.0", "https://art.example/sea,_at_dusk.jpg"]
            ),
            // Who changed a picture is not its creator, nor is a service or an address part of a name.
            (
                """
                * `owl.jpg` by Ada Ashdown (CC0), modified by Eve, modified again by Zoe
                * `sea.jpg`: Photo by Zoe on Unsplash, https://art.example/sea,1.jpg
                """, ["Ada Ashdown", "cc0", nil], ["Zoe", nil, "https://art.example/sea,1.jpg"]
            ),
            (
                """
                Ada Ashdown <ada@example.org> (CC BY-SA 3.0):

                  owl.b3d
                  owl.jpg

                The following were modified by Eve (CC BY 4.0):
                  sea.jpg
                """, ["Ada Ashdown", "cc-by-sa-3.0", nil], [nil, "cc-by-4.0", nil]
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
}
