import ForageCore
import Testing

@testable import ForageProviders

@Suite("Settings of a definition")
struct SettingTests {
    private static let settings = #"""
        "settings": [
          {"name": "instance", "type": "address", "default": "https://api.museum.example/", "help": "The instance."},
          {"name": "language", "type": "text", "default": "en", "help": "The language."}
        ],
        """#

    private static let text = SmallDefinition.text
        .replacing(
            "\"keys\": [{\"name\": \"apiKey\", \"variable\": \"FORAGE_KEY_MUSEUM\", \"page\": \"https://museum.example/keys\"}]",
            with: "\(settings) \"enabled\": false"
        )
        .replacing(
            "\"url\": \"https://api.museum.example/search\"", with: "\"url\": \"{setting.instance}/search\""
        )
        .replacing("\"key\": \"{key.apiKey}\"", with: "\"lang\": \"{setting.language}\"")
        .replacing("&n=30\"", with: "&n=30&lang=en\"")

    private func provider(_ values: [String: SettingValue]) throws -> any Provider {
        try SmallDefinition.definition(Self.text).registration.make(SettingValues(values))
    }

    @Test("its samples are checked with the defaults")
    func samples() {
        #expect(SmallDefinition.fault(Self.text) == nil, "\(SmallDefinition.fault(Self.text) ?? "")")
    }

    @Test("the user's values are in the requests, and their origin may be asked")
    func chosen() throws {
        let provider = try provider([
            "instance": .url("https://museum.social/base/"), "language": .text("de & fr"),
        ])
        let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 5))
        let endpoint = try provider.endpoint(for: request)
        #expect(
            endpoint.openAddress?.text
                == "https://museum.social/base/search?q=owl&page=1&n=5&lang=de%20%26%20fr")
        #expect(provider.info.origins.map(\.description).contains("https://museum.social"))
    }

    @Test("the configuration knows them with their defaults")
    func specs() throws {
        let settings = try SmallDefinition.definition(Self.text).registration.settings
        #expect(settings.map(\.key) == ["instance", "language"])
        #expect(settings[0].defaultValue == .url("https://api.museum.example/"))
    }

    @Test("an address in a local network is refused", arguments: ["http://127.0.0.1/", "https://nas.local/"])
    func local(address: String) throws {
        let url = try #require(WebURL(address))
        #expect(throws: SettingError.self) { try provider(["instance": .url(url)]) }
    }

    @Test(
        "invalid settings are refused",
        arguments: [
            ("\"name\": \"language\"", "\"name\": \"timeout\"", "is already the name of a setting"),
            (
                "https://api.museum.example/\", \"help\"", "https://10.0.0.1/\", \"help\"",
                "expected a public web address"
            ),
            ("\"enabled\": false", "\"keys\": []", "keys could be sent to any address"),
            ("{setting.language}", "{setting.tongue}", "{setting.tongue} is not a placeholder here"),
        ])
    func refused(old: String, new: String, fault: String) throws {
        let found = SmallDefinition.fault(Self.text.replacing(old, with: new))
        #expect(found?.contains(fault) == true, "\(found ?? "")")
    }
}

@Suite("Lists of IDs")
struct IDListTests {
    private static let text = SmallDefinition.text
        .replacing(
            "\"key\": \"{key.apiKey}\"}\n  },",
            with: "\"key\": \"{key.apiKey}\"},\n    \"ids\": \"/ids\"\n  },"
        )
        .replacing("\"page\": \"{page}\", ", with: "").replacing("&page=1", with: "")
        .replacing("\"by\": \"page\"", with: "\"by\": \"ids\"")
        .replacing(
            #""works": [{"id": 7, "title": "Owl", "url": "https://museum.example/7", "by": ["A", "B"]}]}"#,
            with:
                #""ids": [7]}, "following": [{"id": 7, "title": "Owl", "url": "https://museum.example/7"}]"#)

    private func plan() throws -> (plan: Plan, info: ProviderInfo) {
        let definition = try SmallDefinition.definition(Self.text)
        return (try definition.checkedPlan(), definition.info)
    }

    private func step(_ body: String, following: [Response] = [], cursor: String? = nil) throws -> Step {
        let (plan, info) = try plan()
        var response = Response(body: Array(body.utf8))
        response.following = following
        let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 30, cursor: cursor))
        return try plan.step(after: response, for: request, of: info)
    }

    private static func detail(_ id: Int) -> Response {
        Response(body: Array(#"{"id": \#(id), "title": "Owl", "url": "https://museum.example/\#(id)"}"#.utf8))
    }

    private static let many = #"{"count": 50, "ids": [\#((1...50).map(String.init).joined(separator: ","))]}"#

    @Test("its sample contains the answers that follow")
    func sample() {
        #expect(SmallDefinition.fault(Self.text) == nil, "\(SmallDefinition.fault(Self.text) ?? "")")
    }

    @Test("each ID of a page is requested, at most 20")
    func requests() throws {
        guard case .more(let endpoints) = try step(Self.many, cursor: "40") else {
            Issue.record("no further requests")
            return
        }
        #expect(endpoints.count == 10)
        #expect(endpoints.first?.openAddress?.text == "https://api.museum.example/works/41")
        guard case .more(let first) = try step(Self.many) else { return }
        #expect(first.count == 20)
    }

    @Test("IDs can be in records, and can be cut out of addresses")
    func inRecords() throws {
        let text = Self.text
            .replacing("\"ids\": \"/ids\"", with: #""ids": {"at": "/ids/*/url", "then": [{"after": "/"}]}"#)
            .replacing("\"ids\": [7]", with: #""ids": [{"url": "https://museum.example/7"}]"#)
        let definition = try SmallDefinition.definition(text)
        let body = #"{"ids": [{"url": "https://museum.example/7"}, {}, {"url": "https://museum.example/8"}]}"#
        let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 30))
        let step = try definition.checkedPlan()
            .step(after: Response(body: Array(body.utf8)), for: request, of: definition.info)
        guard case .more(let endpoints) = step else {
            Issue.record("no further requests")
            return
        }
        #expect(endpoints.map { $0.openAddress?.text.suffix(8) } == ["/works/7", "/works/8"])
    }

    @Test("the answers are items, and IDs that no longer exist are left out")
    func items() throws {
        let gone = Response(status: 404, body: Array("{}".utf8))
        guard case .page(let page) = try step(Self.many, following: [Self.detail(1), gone, Self.detail(3)])
        else {
            Issue.record("no page")
            return
        }
        #expect(page.drafts.map(\.localID) == ["1", "3"])
        #expect((page.next, page.total) == ("20", 50))
        #expect(page.drift.isEmpty)
    }

    @Test("nothing found is an empty page, and a missing list is drift")
    func nothing() throws {
        #expect(try step(#"{"ids": []}"#) == .page(Page(drafts: [], next: nil, total: 0)))
        #expect(throws: ProviderError.self) { try step(#"{"other": []}"#) }
    }

    @Test("a missing ID is no refusal, but a missing search is")
    func refusal() throws {
        let (plan, _) = try plan()
        for (path, isRefused) in [("works/8", false), ("search", true)] {
            let url = WebURL("https://api.museum.example/\(path)")
            let response = Response(url: url, status: 404, body: Array("{}".utf8))
            #expect((plan.refusal(in: response) != nil) == isRefused)
        }
    }

    @Test("IDs need a request for details")
    func noDetails() {
        let fault = SmallDefinition.fault(Self.text.replacing(", \"record\": \"\"", with: ""))
        #expect(fault?.contains("\"ids\" needs \"details\"") == true)
    }
}
