extension ProviderTemplate {
    static func conformanceTests(_ module: String) -> String {
        """
        import ForageTesting
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
        import ForageTesting
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
