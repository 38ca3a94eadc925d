import Testing

@testable import ForageGallery

@Suite("Content shared for a while")
struct SharedContentTests {
    private struct Name: ContentKey {
        let number: Int
        let byteCount: Int
    }

    private let shared = SharedContent<Name>(upTo: 10_000)

    @Test("the size of a key counts, too")
    func longNames() async throws {
        let names = [Name(number: 1, byteCount: 100), Name(number: 2, byteCount: 5000)]
        for name in names {
            _ = try await shared.content(for: name) { .init(content: Content(json: "{}"), time: 60) }
        }
        #expect(names.map { shared.kept(for: $0) != nil } == [true, false])
    }
}
