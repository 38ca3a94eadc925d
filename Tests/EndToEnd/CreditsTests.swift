import JSON
import Platform
import TestWording
import Testing

@Suite("Credits of a folder, and verification of its files", .timeLimit(.minutes(2)))
struct CreditsTests {
    private let place: Place

    init() throws { place = try Place() }

    private func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: place.folder + "/owls").sorted()
    }

    private func getOwls(_ count: Int) async throws {
        #expect(
            try await forageAtSandbox(
                ["--sandbox", "get", "--query", "owl from:unsplash", "-n", "\(count)", "--to", "owls"],
                in: place
            ).code == 0)
    }

    @Test("unreadable credits are named, and the exit code says that the list is incomplete")
    func closedCredits() async throws {
        try await getOwls(2)
        let credit = try #require(try files().first { $0.hasSuffix(".credit.json") })
        let path = "\(place.folder)/owls/\(credit)"
        try FileManager.default.removeItem(atPath: path)
        // A link to itself, which not even root can read.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        let credits = try await forage("credits", "owls", in: place)
        let reason = "too many levels of symbolic links"
        #expect(
            credits.code == 3 && credits.messages == "forage: \(Wording.Files.unreadable(credit, reason)).\n")
        #expect(credits.outputLines.count { $0.hasPrefix("- [") } == 1)
        let verified = try await forage("verify", "owls", in: place)
        #expect(verified.code == 3)
        #expect(verified.output.contains("unreadable\t\(credit.dropLast(".credit.json".count))\t"))
        #expect(verified.messages.contains(Wording.Downloads.unchanged(1, of: 2)))
        let lines = try await forage("verify", "owls", "--format", "jsonl", in: place).jsonLines
        #expect(lines.count { $0["result"].string == "unreadable" } == 1)
    }

    @Test(
        "a damaged or newer credit is named with the reason, and all others are written",
        arguments: [
            (200, 1, Wording.Files.cutOff),
            (0, 1, Wording.Settings.expected("JSON", found: "nothing")),
            (.max, 2, Wording.Files.otherVersion(2, readable: 1)),
        ])
    func damagedCredits(length: Int, version: Int, reason: String) async throws {
        try await getOwls(2)
        let credit = try #require(try files().first { $0.hasSuffix(".credit.json") })
        let path = "\(place.folder)/owls/\(credit)"
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        let changed = whole.replacing("\"version\": 1", with: "\"version\": \(version)")
        try place.write(String(changed.prefix(length)), to: path)
        let credits = try await forage("credits", "owls", in: place)
        #expect(
            credits.code == 3 && credits.messages == "forage: \(Wording.Files.unreadable(credit, reason)).\n")
        #expect(credits.outputLines.count { $0.hasPrefix("- [") } == 1)
        let picture = String(credit.dropLast(".credit.json".count))
        let verified = try await forage("verify", "owls", in: place)
        #expect(verified.code == 3 && verified.messages == "\(Wording.Downloads.unchanged(1, of: 2))\n")
        #expect(
            verified.outputLines.contains("unreadable\t\(picture)\t\t\(Wording.Downloads.credit(reason))"))
        let lines = try await forage("verify", "owls", "--format", "jsonl", in: place).jsonLines
        let line = try #require(lines.first { $0["result"].string == "unreadable" })
        #expect(line["file"].string == picture && line["reason"].string == Wording.Downloads.credit(reason))
        for file in try files() where file.hasSuffix(".credit.json") {
            try place.write("", to: "\(place.folder)/owls/\(file)")
        }
        let none = try await forage("credits", "owls", in: place)
        #expect(none.code == 1 && none.messages.contains(Wording.Downloads.noCredits))
    }

    @Test("credits are written in every form, and files without their credit are found")
    func credits() async throws {
        try await getOwls(3)
        let markdown = try await forage("credits", "owls", in: place)
        #expect(markdown.code == 0)
        #expect(markdown.output.hasPrefix("# Credits\n"))
        #expect(markdown.outputLines.filter { $0.hasPrefix("- [") }.count == 3)
        #expect(markdown.output.contains("](<./unsplash/"))
        let html = try await forage("credits", "owls", "--format", "html", in: place)
        #expect(html.output.hasPrefix("<!doctype html>") && html.output.contains("<li><a href=\"./unsplash/"))
        let text = try await forage("credits", "owls", "-f", "text", in: place)
        #expect(
            text.outputLines.count == 3 && text.outputLines.allSatisfy { $0.contains("Unsplash License") })

        #expect(try await forage("verify", "owls", in: place).code == 0)
        let pictures = try files().filter { $0.hasSuffix(".png") }.map { "\(place.folder)/owls/\($0)" }
        try FileManager.default.moveItem(atPath: pictures[0], toPath: "\(place.folder)/owls/moved.png")
        try place.write("other bytes", to: pictures[1])
        try FileManager.default.removeItem(atPath: pictures[2] + ".credit.json")
        let credits = try await forage("credits", "owls", in: place)
        #expect(credits.outputLines.filter { $0.hasPrefix("- [") }.count == 2)
        #expect(credits.output.contains("](<./moved.png>)"))
        #expect(credits.messages.contains("Left out 1 picture without a credit"))
        let verified = try await forage("verify", "owls", "--format", "jsonl", in: place)
        #expect(verified.code == 3)
        #expect(
            Set(try verified.jsonLines.compactMap { $0["result"].string }) == [
                "renamed", "changed", "uncredited",
            ])
        try FileManager.default.removeItem(atPath: "\(place.folder)/owls/moved.png")
        let missing = try await forage("verify", "owls", in: place)
        #expect(missing.code == 1 && missing.output.contains("missing\t"))
        #expect(try await forage("verify", "nowhere", in: place).code == 1)
        #expect(try await forage("credits", ".", "extra", in: place).code == 64)
        #expect(try await forage("credits", place.home, in: place).code == 1)
    }
}
