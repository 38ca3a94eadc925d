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
                        .query("page", .text(page.cursor ?? "1"))
                case .details(let item):
                    return .get("https://api.\(id).example/photo")
                        .query("id", .text(item.local))
                case .browse:
                    throw Unanswerable("\(module) has no list of what is new.")
                case .download:
                    throw Unanswerable("\(module) need not be told of downloads.")
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
