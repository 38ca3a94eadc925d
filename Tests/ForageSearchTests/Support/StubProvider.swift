import ForageCore

/// A provider whose functions are set by a test.
struct StubProvider: Provider {
    var info: ProviderInfo
    var endpoint: @Sendable (ProviderRequest) throws(ProviderError) -> Endpoint = { _ in
        .get("https://api.sample.example/search")
    }
    var refusal: @Sendable (Response) -> Refusal? = { Refusal(byStatusOf: $0) }
    var decode: @Sendable (Response, ProviderRequest) throws(ProviderError) -> Step

    init(
        info: ProviderInfo = .sample("sample"),
        decode: @escaping @Sendable (Response, ProviderRequest) throws(ProviderError) -> Step
    ) {
        self.info = info
        self.decode = decode
    }

    /// Reads the same page from every answer.
    init(info: ProviderInfo = .sample("sample"), page: Page) {
        self.init(info: info) { _, _ in .page(page) }
    }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint { try endpoint(request) }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        try decode(response, request)
    }

    func refusal(in response: Response) -> Refusal? { refusal(response) }
}
