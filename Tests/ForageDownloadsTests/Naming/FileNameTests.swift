import ForageCore
import Testing

@testable import ForageDownloads

@Suite("File names")
struct FileNameTests {
    private func name(_ template: String, _ item: Item, number: Int = 1) throws -> String {
        let path = try FileNameTemplate(template).path(of: item, number: number)
        return (path.folders + [path.name]).joined(separator: "/")
    }

    @Test(
        "a template is filled in",
        arguments: [
            (FileNameTemplate.usual, "unsplash/Barn owl at dusk eOLpJytrbsQ"),
            ("{provider}/{title|slug} {id}.{ext}", "unsplash/barn-owl-at-dusk eOLpJytrbsQ"),
            (
                "{creator}/{licence}/{kind}-{date} {id|lower}",
                "Ada Ashdown/cc-by-4.0/photo-undated eolpjytrbsq"
            ),
            ("{{{id}}}.{ext}", "{eOLpJytrbsQ}"),
        ])
    func filled(template: String, expected: String) throws {
        #expect(try name(template, .sample()) == expected)
    }

    @Test(
        "the name is safe on every file system, for any title",
        arguments: [
            ("../../etc/passwd", "_._.._etc_passwd"), ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j"),
            ("nul\0 and \u{7} bell", "nul and bell"), ("CON", "CON_"), ("nul.txt", "nul_.txt"),
            ("com1 .x", "com1 _.x"), ("LPT²", "LPT²_"), ("CONSOLE", "CONSOLE"), ("owl. . .", "owl"),
            ("  owl\n at\tdusk ", "owl at dusk"), (".hidden", "_hidden"), ("--rf", "_-rf"),
            ("\u{202E}gpj.exe", "gpj.exe"),
            ("e\u{301}te\u{301}", "\u{E9}t\u{E9}"), ("\u{200B}\u{2066}", "_"), ("...", "_"),
            ("👩‍👩‍👧 شفق", "👩‍👩‍👧 شفق"),
        ])
    func safe(title: String, expected: String) throws {
        let item = try Item.sample(title: title == "..." ? "... " : title)
        #expect(try name("{title}", item).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test(
        "a long name is shortened between characters, and its id and number are kept",
        arguments: [String(repeating: "owl ", count: 200), String(repeating: "👩‍👩‍👧", count: 60), "x"])
    func long(title: String) throws {
        let item = try Item.sample("the-id-of.it", title: title)
        for number in [1, 2, 1_000] {
            let path = try name("{title} {id}", item, number: number)
            #expect(path.utf8.count + SafeName.extensionRoom <= SafeName.greatestByteCount)
            #expect(path.hasSuffix("the-id-of.it" + (number > 1 ? " (\(number))" : "")))
            #expect(!path.contains("\u{200D} ") && !path.contains("\u{FFFD}"))
        }
    }

    @Test("long fields are shortened to the same length, and shorter ones stay whole")
    func shares() throws {
        let item = try Item.sample(title: String(repeating: "owl", count: 300))
        let name = try name("{title}-{kind}-{title}", item)
        let parts = name.split(separator: "-")
        #expect(parts[1] == "photo" && parts[0].count - parts[2].count <= 1)
        #expect(name.utf8.count + SafeName.extensionRoom == SafeName.greatestByteCount - 1)
    }

    @Test("an id that is longer than any name is replaced by its beginning and a digest")
    func longIdentity() throws {
        let ids = ["a", "b"].map { String(repeating: "query/", count: 50) + $0 }
        let names = try ids.map { try name("{title} {id}", .sample($0)) }
        #expect(names[0] != names[1])
        for name in names {
            #expect(name.utf8.count < SafeName.greatestByteCount)
            #expect(name.hasPrefix("Barn owl at dusk query_query_"))
        }
    }

    @Test(
        "an id keeps its length, whatever characters it begins and ends with",
        arguments: ["..", ".a.", " a", "a/b"])
    func edges(id: String) throws {
        let name = try name("{id}", .sample(id))
        #expect(name.count == id.count)
        #expect(!name.hasPrefix(".") && !name.hasSuffix(".") && !name.contains("/"))
    }

    @Test(
        "ids that may get the same file name have the same trace, and others do not",
        arguments: [
            ("{id}", "flickr", "7", true), ("{title} {id}", "flickr", "7", true),
            ("{id}/{title}", "flickr", "7", true), ("{provider}/{id}", "flickr", "7", false),
            ("{id}", "unsplash", "8", false), ("{provider} {id}", "unsplash", "8", false),
        ] as [(String, ProviderID, String, Bool)])
    func traces(template: String, provider: ProviderID, local: String, isSame: Bool) throws {
        let template = try FileNameTemplate(template)
        let one = template.trace(of: ItemID(provider: "unsplash", local: "7"))
        #expect((template.trace(of: ItemID(provider: provider, local: local)) == one) == isSame)
    }

    @Test(
        "ids have the same trace if their names differ only in case or in characters that names cannot have",
        arguments: [("Owl", "oWL"), ("a/b", "a_b"), ("con", "CON"), ("e\u{301}", "\u{C9}")])
    func foldedTraces(one: String, other: String) throws {
        let template = try FileNameTemplate("{provider}/{id}")
        let traces = [one, other].map { template.trace(of: ItemID(provider: "unsplash", local: $0)) }
        #expect(traces[0] == traces[1])
    }

    @Test(
        "an error in a template is pointed at",
        arguments: [
            ("", "", "give a template"), ("{titel}", "titel", "did you mean “title”?"),
            ("a {title", "{title", "missing"),
            ("a } b", "}", "}}"), ("{title|slgu}", "slgu", "“slug”"), ("{}", "{}", "choose one of: provider"),
            ("/{id}", "/", "relative to the folder"), ("a//b", "//", "missing next to"),
            ("a/", "/", "missing next to"),
            ("../{id}", "..", "inside its folder"), ("a/./b", ".", "inside its folder"),
            ("{ext}/{id}", "{ext}", "at the end"), ("{id}{ext}", "{ext}", "at the end"),
            (".{ext}", "{ext}", "at the end"),
            (String(repeating: "{title}", count: 143), "}", "at most 1000 characters"),
        ])
    func faults(template: String, faulty: String, words: String) throws {
        let fault = #expect(throws: SyntaxError.self) { try FileNameTemplate(template) }
        #expect(fault?.faulty == faulty)
        #expect(fault?.description.contains(words) == true)
        #expect((fault.map { $0.before + $0.faulty + $0.after }) == template)
    }
}
