import Platform
import Testing

@testable import ForageProviders

@Suite("The reference of the definition format")
struct FormatArticleTests {
    private static let file = URL(filePath: Shipped.folder)
        .appending(path: "../../Sources/ForageCore/ForageCore.docc/FormatOfADefinition.md")
    private static let mark = "## Every member\n\n"

    /// `RECORD_SNAPSHOTS=1` writes it again, and the test fails.
    @Test("the reference lists every member of the format, generated from the reader's own description")
    func members() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let parts = text.split(separator: Self.mark, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let members = FormatReference().lines.joined(separator: "\n")
        guard ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" else {
            #expect(parts[1] == members, "run: RECORD_SNAPSHOTS=1 swift test --filter FormatArticleTests")
            return
        }
        try "\(parts[0])\(Self.mark)\(members)".write(to: Self.file, atomically: true, encoding: .utf8)
        Issue.record("Recorded the members; look at them and run again.")
    }
}
