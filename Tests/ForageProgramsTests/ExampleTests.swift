import ForageCore
import ForageTesting
import Testing

@testable import ForagePrograms

@Suite("The example in the documentation")
struct ExampleTests {
    @Test("keeps what every provider promises", arguments: ProviderCheck.all)
    func promise(check: ProviderCheck) async throws {
        let provider = ProgramProvider(Self.about, command: ["python3", "met.py"], in: Self.folder)
        let registration = Registration(Self.about) { _ in provider }
        let breaches = await (try ProviderChecks(registration, samples: Self.samples)).verdict(on: check)
            .breaches
        #expect(breaches == [])
    }

    static let folder =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/docs/examples"

    static let about = About(
        id: "met", name: "The Met", summary: "Open works of the museum.",
        site: "https://www.metmuseum.org/art/collection", kinds: [.photo],
        origins: ["https://collectionapi.metmuseum.org/"], capabilities: Capabilities(pages: true))

    static let samples = [
        SampleAnswer(
            "two works", to: Samples.search,
            response: response(
                #"{"total": 2, "objectIDs": [436535, 7]}"#,
                work(436_535, "Wheat Field with Cypresses", by: "Vincent van Gogh"), work(7, "Owl", by: ""))),
        SampleAnswer(
            "one work", to: .details(ItemID(provider: "met", local: "7")),
            response: response(work(7, "Owl", by: ""))),
    ]

    private static func response(_ body: String, _ following: String...) -> Response {
        var response = Response(body: Array(body.utf8))
        response.following = following.map { Response(body: Array($0.utf8)) }
        return response
    }

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
