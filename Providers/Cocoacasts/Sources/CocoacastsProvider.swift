public import ForageCore
internal import JSON

/// Cocoacasts: episodes on Swift and on building apps.
///
/// The service cannot be searched and has no pages: it lists all it has, and the core looks for the words.
public struct CocoacastsProvider: Provider {
    private let source: Source
    private let list: List

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - source: Where the episodes are read.
    ///   - list: Which of its lists is read.
    public init(from source: Source = .copies, list: List = .episodes) {
        self.source = source
        self.list = list
    }

    /// What it is, with no more origins and keys than its source needs.
    public var about: About {
        var about = Self.registration.about
        about.origins = source.origins
        about.keys = source.keys
        return about
    }

    /// Asks for the list, whatever is looked for in it.
    public func endpoint(for request: ProviderRequest) throws(Unanswerable) -> Endpoint {
        if case .download = request {
            throw Unanswerable(
                "Cocoacasts does not ask to be told of downloads: take the file from its address.")
        }
        return source.endpoint(for: list)
    }

    /// Reads a list of either generation, in its own order.
    public func decode(_ response: Response, for request: ProviderRequest) throws(DecodingFault) -> Step {
        var reader = try DraftReader(response)
        let records = reader.records(in: reader.root)
        reader.compare(records, with: Episode.shape(of: records))
        var pages = EpisodePages(of: records.count)
        for record in records {
            reader.read(record) { (record) throws(MissingField) in
                let episode = try Episode(record)
                pages.note(episode)
                return episode.draft
            }
        }
        reader.revise { pages.correct(&$0.page) }
        return .page(try reader.page())
    }

    /// Tells a complaint in JSON, which the later generation sends, and else goes by the status.
    public func refusal(in response: Response) -> Refusal? {
        Complaint(response)?.refusal ?? Refusal(byStatusOf: response)
    }
}
