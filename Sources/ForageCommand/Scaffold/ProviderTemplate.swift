internal import ForageCore

/// The files of a provider that is to be, for a service that searches photos page by page. They build, answer from
/// their samples and pass every check; the article “Write a provider” explains them line by line.
struct ProviderTemplate {
    let files: [File]

    struct File {
        /// Where it lies in the provider's folder.
        let path: String
        let text: String
    }

    init(_ name: ProviderName) {
        let (module, id) = (name.module, name.id.name)
        files = [
            File(path: "Sources/\(module)Provider.swift", text: Self.provider(module, id)),
            File(path: "Sources/\(module)Provider+Registration.swift", text: Self.registration(module, id)),
            File(path: "Sources/Photo.swift", text: Self.photo),
            File(path: "Tests/ConformanceTests.swift", text: Self.conformanceTests(module)),
            File(path: "Tests/DecodingTests.swift", text: Self.decodingTests(module)),
            File(path: "Tests/Fixtures/samples.json", text: Self.samples),
            File(path: "Tests/Fixtures/page-1.json", text: Self.firstPage(id)),
            File(path: "Tests/Fixtures/page-2.json", text: Self.lastPage(id)),
            File(path: "Tests/Fixtures/photo.json", text: Self.details(id)),
            File(path: "Tests/Fixtures/nothing.json", text: Self.nothing),
            File(path: "README.md", text: Self.readme(module, id)),
        ]
    }
}

extension ProviderTemplate {
    static func provider(_ module: String, _ id: String) -> String {
        """
        public import ForageCore
        internal import JSON

        /// \(module): photos that are searched for.
        public struct \(module)Provider: Provider {
            /// Makes a provider; there is nothing to set.
            public init() {}

            /// What it is.
            public var about: About { Self.registration.about }

            /// Asks for a page of a search, or for one photo.
            public func endpoint(for request: ProviderRequest) throws(Unanswerable) -> Endpoint {
                switch request {
                case .search(let query, let page):
                    return .get("https://api.\(id).example/search")
                        .query("q", .text(query.text))
                        .query("size", .text("\\(page.size)"))
                        .query("page", .text("\\(try page.number(of: about))"))
                case .details(let item):
                    return .get("https://api.\(id).example/photo")
                        .query("id", .text(item.local))
                case .browse, .download: throw Unanswerable(request, of: about)
                }
            }

            /// Reads photos, in the order of the service.
            public func decode(_ response: Response, for request: ProviderRequest) throws(DecodingFault) -> Step {
                var reader = try DraftReader(response)
                let root = reader.root
                if case .details = request {
                    reader.compare([root], with: Photo.shape)
                    reader.read(root) { (photo) throws(MissingField) in try Photo(photo).draft }
                    return .page(try reader.page())
                }
                let records = reader.records(in: root["photos"])
                reader.compare(records, with: Photo.shape)
                for record in records {
                    reader.read(record) { (photo) throws(MissingField) in try Photo(photo).draft }
                }
                return .page(try reader.page(next: root["next"].text, total: root["total"].flexibleInt))
            }
        }

        """
    }

    static func registration(_ module: String, _ id: String) -> String {
        """
        public import ForageCore

        extension \(module)Provider {
            /// What the catalogue lists.
            public static let registration = Registration(
                About(
                    id: "\(id)",
                    name: "\(module)",
                    summary: "Photos that are searched for",
                    site: "https://\(id).example/",
                    kinds: [.photo],
                    origins: ["https://api.\(id).example/"],
                    capabilities: Capabilities(pages: true),
                    terms: Terms(
                        limits: RequestLimits(pace: Pace(perSecond: 1, burst: 5)),
                        caching: CachingTerms(defaultAge: .seconds(3600)),
                        url: "https://\(id).example/terms")),
                // Until it asks a real service.
                isUsuallyEnabled: false,
                make: { _ in \(module)Provider() })
        }

        """
    }

    static let photo = """
        internal import ForageCore
        internal import JSON

        /// One photo, as a list tells it and as it is told by itself.
        struct Photo {
            let draft: Draft

            /// What the service documents of every photo, beside what an item cannot do without.
            static let shape: RecordShape = [
                "photographer": .object.orNothing, "photographer/name": .text, "photographer/page": .text.orNothing,
                "licence": .text.orNothing, "published": .text.orNothing, "picture": .object.orNothing,
                "picture/url": .text, "picture/width": .number, "picture/height": .number,
            ]

            /// Reads a record. What an item cannot do without is required; the rest may be missing.
            init(_ record: JSONValue) throws(MissingField) {
                var draft = Draft(
                    localID: try record["id"].required(\\.text), kind: .photo,
                    title: try record["title"].required(\\.text), page: try record["page"].required(\\.webURL))
                draft.creator = Creator(
                    name: record["photographer"]["name"].text, url: record["photographer"]["page"].webURL)
                draft.licence = record["licence"].text.map { Licence(id: $0.lowercased(), name: $0) }
                draft.publishedAt = record["published"].time
                if let picture = record["picture"]["url"].webURL {
                    let size = record["picture"].pixelSize(width: "width", height: "height")
                    draft.renditions = [Rendition(.regular, at: picture, size: size)]
                }
                self.draft = draft
            }
        }

        """
}

extension ProviderTemplate {
    static func conformanceTests(_ module: String) -> String {
        """
        import ForageConformance
        import \(module)
        import Testing

        @Suite("\(module) as a provider")
        struct ConformanceTests {
            @Test("keeps what every provider promises", arguments: ProviderCheck.all)
            func promise(check: ProviderCheck) async throws {
                let checks = try ProviderChecks(
                    \(module)Provider.registration, samplesIn: SampleFolder(beside: #filePath))
                let breaches = await checks.verdict(on: check).breaches
                #expect(breaches == [])
            }
        }

        """.withSortedImports
    }

    static func decodingTests(_ module: String) -> String {
        """
        import ForageCore
        import ForageConformance
        import \(module)
        import Testing

        @Suite("What \(module) answers")
        struct DecodingTests {
            @Test("a photo has its picture, its photographer and its licence")
            func photo() throws {
                let provider = \(module)Provider()
                let samples = try SampleFolder(beside: #filePath).samples(of: provider.about.id)
                let sample = try #require(samples.first)
                let step = try provider.decode(sample.response, for: sample.request)
                guard case .page(let page) = step else {
                    Issue.record("The sample calls for more answers.")
                    return
                }
                let photo = try #require(page.drafts.first)
                #expect(photo.title == "Barn owl at dusk")
                #expect(photo.creator?.name == "Ada Winter")
                #expect(photo.licence?.id == "cc-by-4.0")
                #expect(photo.renditions.first?.size?.description == "1600×1067")
            }
        }

        """.withSortedImports
    }

    static let samples = """
        [
          { "name": "first page", "search": "owl", "size": 2, "body": "page-1.json", "records": "/photos", "items": 2 },
          { "name": "last page", "search": "owl", "size": 2, "page": "2", "body": "page-2.json", "records": "/photos", "items": 1 },
          { "name": "one photo", "details": "a1", "body": "photo.json", "items": 1 },
          { "name": "nothing", "search": "qqq", "body": "nothing.json", "items": 0 }
        ]

        """

    static func firstPage(_ id: String) -> String {
        """
        {
          "total": 3,
          "next": "2",
          "photos": [
            \(record("a1", "Barn owl at dusk", "Ada Winter", id)),
            \(record("a2", "Owl box in the mill", "Jon Field", id))
          ]
        }

        """
    }

    static func lastPage(_ id: String) -> String {
        """
        {
          "total": 3,
          "next": null,
          "photos": [
            \(record("a3", "Three owlets on a beam", "Ada Winter", id))
          ]
        }

        """
    }

    static func details(_ id: String) -> String { record("a1", "Barn owl at dusk", "Ada Winter", id) + "\n" }

    static let nothing = """
        { "total": 0, "next": null, "photos": [] }

        """

    private static func record(_ local: String, _ title: String, _ name: String, _ id: String) -> String {
        let words = name.lowercased().split(separator: " ").joined(separator: "-")
        return """
            { "id": "\(local)", "title": "\(title)", "page": "https://\(id).example/photos/\(local)", \
            "photographer": { "name": "\(name)", "page": "https://\(id).example/people/\(words)" }, \
            "licence": "CC-BY-4.0", "published": "2024-05-31T18:20:00Z", \
            "picture": { "url": "https://\(id).example/files/\(local).jpg", "width": 1600, "height": 1067 } }
            """
    }

    static func readme(_ module: String, _ id: String) -> String {
        """
        # \(module)

        Say what it offers, and what it does not.

        | | |
        | --- | --- |
        | id | `\(id)` |
        | brings | `photo` |
        | key | none |
        | asks | `https://api.\(id).example/` only |
        | terms | <https://\(id).example/terms> |

        ## How it was checked

        By the samples in `Tests/Fixtures`: say where they come from. `make tables` writes what became of the checks:

        <!-- checks of \(id) -->
        <!-- end -->

        """
    }
}

extension String {
    /// A module's place among the imports hangs on its name.
    fileprivate var withSortedImports: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.prefix { $0.hasPrefix("import ") }
        return (imports.sorted() + lines.dropFirst(imports.count)).joined(separator: "\n")
    }
}
