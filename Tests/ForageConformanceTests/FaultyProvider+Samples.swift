import ForageCore

extension FaultyProvider {
    static let firstPage = Array(
        "{\"items\":[{\"id\":\"a\",\"title\":\"A\",\"by\":\"Ada\"},{\"id\":\"b\",\"title\":\"B\",\"by\":\"Bob\"}],\"next\":\"2\"}"
            .utf8)
    static let lastPage = Array("{\"items\":[{\"id\":\"c\",\"title\":\"C\",\"by\":\"Cleo\"}]}\n".utf8)

    /// Two pages of a search, a single item, and a search that found nothing.
    static var samples: [SampleAnswer] {
        get throws {
            let query = try Query("owl")
            let first = ProviderRequest.search(query, PageRequest(size: 2))
            let second = ProviderRequest.search(query, PageRequest(size: 2, cursor: "2"))
            let details = ProviderRequest.details(ItemID(provider: "faulty", local: "c"))
            return [
                SampleAnswer("first", to: first, response: Response(body: firstPage), recordPath: "/items"),
                SampleAnswer("last", to: second, response: Response(body: lastPage), itemCount: 1),
                SampleAnswer("details", to: details, response: Response(body: lastPage), itemCount: 1),
                SampleAnswer(
                    "nothing", to: first, response: Response(body: Array("{\"items\":[]}".utf8)), itemCount: 0
                ),
            ]
        }
    }
}
