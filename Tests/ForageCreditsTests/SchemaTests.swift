import Platform
import TestPlaces
import Testing

@testable import ForageCredits

@Suite("The published schema of the lock")
struct SchemaTests {
    @Test("docs/credits.schema.json is the schema of this build")
    func published() throws {
        let file = ThisCheckout.folder.appending(path: "docs/credits.schema.json")
        let isCurrent = try String(contentsOf: file, encoding: .utf8) == CreditsLock.schema
        #expect(isCurrent, "The format of the lock has changed; run: make schema")
    }
}
