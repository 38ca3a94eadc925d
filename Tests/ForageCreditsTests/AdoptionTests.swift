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
        _ path: String, given: StatedCredit = StatedCredit(), pages: [String: StatedCredit] = [:]
    ) throws -> Adoption.Adopted {
        let lock = project.file.exists ? try project.file.read() : CreditsLock()
        return try Adoption(lock, in: project.file, given: given, pages: pages, date: "2026-06-01").adopted(
            path)
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
        ] as [(String, String?, String)])
    func licenceFile(text: String, creator: String?, licence: String) throws {
        try project.place.write("x", to: "a.png")
        try project.place.write(text, to: "a.png.license")
        let line = try #require(adopt("a.png").entry.credits.first?.line)
        #expect(line.creator?.name == creator && line.licence?.id == licence)
    }

    @Test("a page that Forage wrote gives the same credits again")
    func page() throws {
        var entries = try ["a b(1).png", "c]d.png"].map { try project.add($0, $0) }
        entries[0].credits[0].line.title = "A \\ [title] (x) by *me*"
        entries[1].credits[0].line.creator = nil
        entries[1].credits[0].line.licence = nil
        try project.write(entries.map(\.sealed))
        let page = CreditsPage(try project.file.read(), as: .markdown, at: "CREDITS.md").text
        let credits = CreditsMarkdown(page).credits
        try FileManager.default.removeItem(atPath: project.file.path)
        for entry in entries {
            let adopted = try adopt(entry.path, pages: credits).entry
            #expect(adopted.credits.map(\.line) == entry.credits.map(\.line), "\(page)")
            #expect(adopted.alt == entry.alt)
        }
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
        arguments: ["", "- [", "- [a](<./a.png>): [b", "- [a](<./%FF>): x", "\u{0}"])
    func damaged(text: String) throws {
        #expect(CreditsMarkdown(text).credits.values.allSatisfy { $0.title != nil })
        try project.place.write("x", to: "a.png")
        try project.place.write(text, to: "a.png.license")
        #expect(try adopt("a.png").entry.credits == [])
    }
}
