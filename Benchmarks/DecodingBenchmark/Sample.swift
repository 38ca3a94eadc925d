internal import ForageCore
internal import Platform

/// A body of a provider's fixtures, with what it answers.
struct Sample {
    let body: [UInt8]
    private let provider: any Provider
    private let request: ProviderRequest

    /// The largest fixture that gives items for a search or a listing; nil if there is none.
    init?(largestOf provider: any Provider) throws {
        let page = PageRequest(size: 30)
        for body in try Self.bodies(of: provider.info.id) {
            for request in [.search(try Query("owl"), page), .browse(Browse(), page)] as [ProviderRequest] {
                self.init(body: body, provider: provider, request: request)
                if let drafts = try? drafts(), !drafts.isEmpty { return }
            }
        }
        return nil
    }

    private init(body: [UInt8], provider: any Provider, request: ProviderRequest) {
        self.body = body
        self.provider = provider
        self.request = request
    }

    func drafts() throws -> [Draft] {
        guard case .page(let page) = try provider.decode(Response(body: body), for: request) else {
            return []
        }
        return page.drafts
    }

    /// The largest first.
    private static func bodies(of provider: ProviderID) throws -> [[UInt8]] {
        let files = FileManager.default
        let folders = try files.contentsOfDirectory(atPath: "Providers")
        guard let folder = folders.first(where: { $0.lowercased() == provider.name }) else { return [] }
        let fixtures = "Providers/\(folder)/Tests/Fixtures"
        return try files.contentsOfDirectory(atPath: fixtures).filter { $0.hasSuffix(".json") }
            .compactMap { files.contents(atPath: "\(fixtures)/\($0)").map { Array($0) } }
            .sorted { $0.count > $1.count }
    }
}
