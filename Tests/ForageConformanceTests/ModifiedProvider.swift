import ForageCore

/// A correct provider with one part changed.
struct ModifiedProvider: Provider {
    private let correct = FaultyProvider(breaking: nil)
    private let twist: Modification
    let info: ProviderInfo

    init(_ twist: Modification) {
        self.twist = twist
        var info = correct.info
        twist.info(&info)
        self.info = info
    }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        var endpoint = try correct.endpoint(for: request)
        try twist.endpoint(&endpoint, request)
        return endpoint
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        guard case .page(var page) = try correct.decode(response, for: request) else {
            return .page(Page(drafts: []))
        }
        try twist.page(&page, response)
        return twist.callsForMore ? .more([.get(info.site)]) : .page(page)
    }

    func refusal(in response: Response) -> Refusal? { twist.refusal(correct.refusal(in: response), response) }

    func attribution(for draft: Draft) -> Attribution {
        var credit = correct.attribution(for: draft)
        twist.credit(&credit)
        return credit
    }
}

/// The change to each part of a provider.
struct Modification: Sendable {
    var info: @Sendable (inout ProviderInfo) -> Void = { _ in }
    var endpoint: @Sendable (inout Endpoint, ProviderRequest) throws(ProviderError) -> Void = { _, _ in }
    var page: @Sendable (inout Page, Response) throws(ProviderError) -> Void = { _, _ in }
    var callsForMore = false
    var refusal: @Sendable (Refusal?, Response) -> Refusal? = { refusal, _ in refusal }
    var credit: @Sendable (inout Attribution) -> Void = { _ in }

    static func info(_ change: @escaping @Sendable (inout ProviderInfo) -> Void) -> Modification {
        Modification(info: change)
    }

    static func endpoint(
        _ change: @escaping @Sendable (inout Endpoint, ProviderRequest) throws(ProviderError) -> Void
    ) -> Modification { Modification(endpoint: change) }

    static func page(_ change: @escaping @Sendable (inout Page, Response) -> Void) -> Modification {
        Modification(page: change)
    }

    /// Changes every draft.
    static func drafts(_ change: @escaping @Sendable (inout Draft) -> Void) -> Modification {
        page { page, _ in for index in page.drafts.indices { change(&page.drafts[index]) } }
    }

    static func credit(_ change: @escaping @Sendable (inout Attribution) -> Void) -> Modification {
        Modification(credit: change)
    }
}
