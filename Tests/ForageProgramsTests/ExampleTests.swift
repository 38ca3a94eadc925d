import ForageCore
import ForageTesting
import Testing

@testable import ForagePrograms

@Suite("The example in the documentation")
struct ExampleTests {
    @Test("keeps the promises of a provider", arguments: ProviderKit.Promise.allCases)
    func promises(promise: ProviderKit.Promise) throws {
        let provider = ProgramProvider(Self.about, command: ["python3", "met.py"], in: Self.folder)
        let registration = Registration(Self.about) { _ in provider }
        let kit = try ProviderKit(registration, samples: Self.samples)
        #expect(kit.breaches(of: promise) == [])
    }

    static let folder =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/docs/examples"

    static let about = About(
        id: "met", name: "The Met", summary: "Open works of the museum.",
        site: "https://www.metmuseum.org/art/collection", kinds: [.photo],
        origins: ["https://collectionapi.metmuseum.org/"], capabilities: Capabilities(pages: true))

    static let samples = [
        SampleAnswer(
            "two works", to: Samples.search, body: Array(#"{"total": 2, "objectIDs": [436535, 7]}"#.utf8),
            following: [
                Array(work(436_535, "Wheat Field with Cypresses", by: "Vincent van Gogh").utf8),
                Array(work(7, "Owl", by: "").utf8),
            ]),
        SampleAnswer(
            "one work", to: .details(ItemID(provider: "met", local: "7")),
            body: Array(work(7, "Owl", by: "").utf8)),
    ]

    static func work(_ number: Int, _ title: String, by artist: String) -> String {
        """
        {"objectID": \(number), "isPublicDomain": true, "title": "\(title)", "artistDisplayName": "\(artist)",
         "primaryImage": "https://images.metmuseum.org/CRDImages/ep/original/\(number).jpg",
         "primaryImageSmall": "https://images.metmuseum.org/CRDImages/ep/web-large/\(number).jpg",
         "objectURL": "https://www.metmuseum.org/art/collection/search/\(number)", "objectDate": "1889",
         "medium": "Oil on canvas", "department": "European Paintings", "tags": [{"term": "Landscapes"}]}
        """
    }
}
