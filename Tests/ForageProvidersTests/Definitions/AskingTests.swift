import ForageCore
import TestWording
import Testing

@testable import ForageProviders

@Suite("Requests of a definition")
struct AskingTests {
    private func plan(_ edits: [(String, String)] = []) throws -> (plan: Plan, info: ProviderInfo) {
        let text = edits.reduce(SmallDefinition.text) { text, edit in
            text.split(separator: edit.0, maxSplits: 1, omittingEmptySubsequences: false).joined(
                separator: edit.1)
        }
        let definition = try SmallDefinition.definition(text)
        return (try PlanCompiler(text: definition.text, info: definition.info).plan(), definition.info)
    }

    private func address(
        _ edits: [(String, String)] = [], cursor: String? = nil, filters: [Filter] = [],
        order: Order = .relevance
    ) throws -> String? {
        let (plan, info) = try plan(edits)
        let request = ProviderRequest.search(
            try Query("barn owl", filters: filters, order: order), PageRequest(size: 50, cursor: cursor))
        return try plan.endpoint(for: request, of: info).openAddress?.text
    }

    private static let start = "https://api.museum.example/search?q=barn%20owl"

    @Test("a page is requested by number, with at most the page size of the service")
    func pages() throws {
        #expect(try address() == "\(Self.start)&page=1&n=30")
        #expect(try address(cursor: "4") == "\(Self.start)&page=4&n=30")
        #expect(try address([("\"page\"}", "\"page\", \"first\": 0}")]) == "\(Self.start)&page=0&n=30")
    }

    @Test("a text that is too long is cut between words")
    func longText() throws {
        let edit = ("\"key\": \"{key.apiKey}\"}", "\"key\": \"{key.apiKey}\"}, \"longest\": 7")
        #expect(try address([edit])?.hasPrefix("https://api.museum.example/search?q=barn&") == true)
        #expect(try plan([edit]).info.capabilities.longestText == 7)
    }

    @Test(
        "the content filter is sent in the service's words, if it has one",
        arguments: [
            ([], "&explicit=No"), ([.content(.safe)], "&explicit=No"), ([.content(.any)], "&explicit=Yes"),
        ] as [([Filter], String)])
    func content(filters: [Filter], item: String) throws {
        let both = Self.content(#"{"safe": "No", "any": "Yes"}"#), one = Self.content(#"{"any": "Yes"}"#)
        #expect(try address([both], filters: filters) == "\(Self.start)&page=1&n=30\(item)")
        let alone = item.hasSuffix("Yes") ? item : ""
        #expect(try address([one], filters: filters) == "\(Self.start)&page=1&n=30\(alone)")
        #expect(try plan([one]).info.capabilities.filters.contains(.content))
    }

    private static func content(_ values: String) -> (String, String) {
        (
            "}\n  },\n  \"details\": {",
            #"}, "filters": {"content": {"query": "explicit", "values": \#(values)}}}, "details": {"#
        )
    }

    @Test("a past day is requested by its date, in one page")
    func day() throws {
        let request =
            "\"day\": {\"url\": \"https://api.museum.example/day\", \"query\": {\"on\": \"{day}\"}},"
        let (plan, info) = try plan([("\"details\":", "\(request) \"details\":")])
        let browse = Browse(day: CalendarDay("2024-05-31"))
        let endpoint = try plan.endpoint(for: .browse(browse, PageRequest(size: 5)), of: info)
        #expect(endpoint.openAddress?.text == "https://api.museum.example/day?on=2024-05-31")
        #expect(info.capabilities.browsesDays && !info.capabilities.browses)
        #expect(throws: ProviderError.self) {
            try plan.endpoint(for: .browse(Browse(), PageRequest(size: 5)), of: info)
        }
    }

    @Test("an invalid cursor is refused", arguments: ["0", "-1", "x", "", "99999999999999999999"])
    func badCursor(cursor: String) throws {
        #expect(throws: ProviderError.self) { try address(cursor: cursor) }
    }

    @Test("a key is referred to by name, and is in no address")
    func keys() throws {
        let (plan, info) = try plan()
        let endpoint = try plan.endpoint(for: .search(Query("owl"), PageRequest(size: 5)), of: info)
        #expect(endpoint.keyNames == ["apiKey"])
        #expect(info.keys.map(\.variable) == ["FORAGE_KEY_MUSEUM"])
    }

    @Test("an id is a single path segment", arguments: [("a/b c", "a%2Fb%20c"), ("ü", "%C3%BC")])
    func ids(id: String, step: String) throws {
        let (plan, info) = try plan()
        let endpoint = try plan.endpoint(for: .details(ItemID(provider: "museum", local: id)), of: info)
        #expect(endpoint.openAddress?.text == "https://api.museum.example/works/\(step)")
        #expect(throws: ProviderError.self) {
            try plan.endpoint(for: .details(ItemID(provider: "museum", local: "..")), of: info)
        }
    }

    @Test(
        "typed text never changes the path",
        arguments: [".", "..", "../..", "/etc", "%2e%2e/", "\\..", "a\r\nb"])
    func typed(words: String) throws {
        let (plan, info) = try plan([
            ("search\",", "search/.{text}/x\","), ("\"q\": \"{text}\", ", ""),
        ])
        let request = ProviderRequest.search(try Query(words), PageRequest(size: 5))
        let path = try? plan.endpoint(for: request, of: info).openAddress?.path
        if let path {
            let steps = path.split(separator: "/")
            #expect(steps.count == 3 && steps[0] == "search" && steps[2] == "x")
            #expect(steps[1].hasPrefix(".") && steps[1] != "." && steps[1] != "..")
        } else {
            #expect(words.allSatisfy { $0 == "." })
        }
    }

    @Test("filters and orders are sent in the service's words")
    func filters() throws {
        let more = """
            }, "filters": {
              "orientation": {"query": "shape", "values": {"landscape": "wide", "portrait": "tall", "square": "even"}},
              "after": {"query": "since", "as": "day"}},
            "orders": {"newest": {"sort": "-date"}}},
            "details": {
            """
        let edits = [("}\n  },\n  \"details\": {", more)]
        let day = try #require(CalendarDay("2024-05-31"))
        let since = try #require(DateForm.day.date("\(day)"))
        let found = try address(
            edits, filters: [.orientation(.portrait), .publishedSince(since)], order: .newest)
        #expect(found == "\(Self.start)&page=1&n=30&sort=-date&since=2024-05-31&shape=tall")
        let info = try plan(edits).info
        #expect(info.capabilities.filters == [.orientation, .publishedSince])
        #expect(info.capabilities.orders == [.relevance, .newest])
    }

    private static let licences = """
        }, "filters": {
          "licence": {"query": "rights", "separator": "|", "values": {"cc-by": "BY", "cc-by-nc": "NC", "cc0": "zero"}},
          "before": {"query": "until", "as": "seconds"}}
        }, "details": {
        """

    @Test(
        "all licences of the service that match the filter are requested",
        arguments: [
            ("commercial", "BY|zero"), ("modify", "BY|NC|zero"), ("cc-by", "BY"), ("cc-by-4.0", "BY"),
            ("cc-by,cc0", "BY|zero"), ("cc-by-nc,cc0,modify", "NC|zero"),
        ])
    func licences(words: String, asked: String) throws {
        let query = try Query(parsing: "barn owl licence:\(words)")
        let found = try address([("}\n  },\n  \"details\": {", Self.licences)], filters: query.filters)
        #expect(found == "\(Self.start)&page=1&n=30&rights=\(asked.replacing("|", with: "%7C"))")
    }

    @Test("a licence that the service lacks is not requested")
    func noSuchLicence() throws {
        let query = try Query(parsing: "barn owl licence:cc-by-nd")
        let fault = #expect(throws: ProviderError.self) {
            try address([("}\n  },\n  \"details\": {", Self.licences)], filters: query.filters)
        }
        #expect(fault?.description == Wording.Services.noLicence("The service", "cc-by-nd"))
    }

    @Test("a filter by latest date is sent")
    func before() throws {
        let edits = [("}\n  },\n  \"details\": {", Self.licences)]
        let query = try Query(parsing: "barn owl before:2001-09-09")
        #expect(try address(edits, filters: query.filters) == "\(Self.start)&page=1&n=30&until=999993600")
        #expect(try plan(edits).info.capabilities.filters == [.licence, .publishedBefore])
    }

    private static let records = #""works": [{"id": 1, "title": "a", "url": "https://a.example"}]"#

    private static let pagings: [(paging: String, body: String, cursor: String?, next: String?)] = [
        (#"{"by": "page"}"#, "", nil, "2"), (#"{"by": "page"}"#, #""count": 30, "#, nil, nil),
        (#"{"by": "page"}"#, #""count": 31, "#, nil, "2"), (#"{"by": "page"}"#, #""count": 31, "#, "2", nil),
        (#"{"by": "page", "pages": "/n"}"#, #""n": 2, "#, nil, "2"),
        (#"{"by": "page", "pages": "/n"}"#, #""n": 2, "#, "2", nil),
        (#"{"by": "page", "first": 0, "pages": "/n"}"#, #""n": 2, "#, "1", nil),
        (#"{"by": "offset"}"#, "", nil, "1"), (#"{"by": "offset"}"#, #""count": 9, "#, "5", "6"),
        (#"{"by": "offset"}"#, #""count": 9, "#, "8", nil),
        (#"{"by": "offset", "first": 1}"#, #""count": 9, "#, "9", nil),
        (#"{"by": "cursor", "next": "/next"}"#, #""next": "abc", "#, nil, "abc"),
        (#"{"by": "cursor", "next": "/next"}"#, #""next": 20, "#, nil, "20"),
        (#"{"by": "cursor", "next": "/next"}"#, #""next": "abc", "#, "abc", nil),
        (#"{"by": "cursor", "next": "/next"}"#, #""next": null, "#, nil, nil),
    ]

    @Test("every paging scheme continues and ends", arguments: pagings)
    func paging(paging: String, body: String, cursor: String?, next: String?) throws {
        let place = paging.contains("offset") ? "offset" : paging.contains("cursor") ? "cursor" : "page"
        let (plan, info) = try plan([("{\"by\": \"page\"}", paging), ("{page}", "{\(place)}")])
        let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 30, cursor: cursor))
        let page = try plan.page(
            of: Response(body: Array("{\(body)\(Self.records)}".utf8)), for: request, of: info)
        #expect(page.next == next)
        #expect(page.drafts.count == 1)
        let empty = try plan.page(
            of: Response(body: Array("{\(body)\"works\": []}".utf8)), for: request, of: info)
        // If the service says how to continue, an empty page does not end the list.
        #expect(empty.next == (place == "cursor" ? next : nil))
    }

    @Test("a Link header is followed within the declared hosts, with the key added again")
    func links() throws {
        let (plan, info) = try plan([
            ("{\"by\": \"page\"}", "{\"by\": \"link\"}"), ("\"page\": \"{page}\", ", ""),
        ])
        func next(_ link: String, cursor: String? = nil) throws -> String? {
            let response = Response(
                url: "https://api.museum.example/search?q=owl", headers: ["Link": link],
                body: Array("{\(Self.records)}".utf8))
            let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 30, cursor: cursor))
            return try plan.page(of: response, for: request, of: info).next
        }
        let second = "https://api.museum.example/search?q=owl&after=7"
        #expect(try next("<\(second)>; rel=\"next\"") == second)
        #expect(try next("</search?q=owl&after=7>; rel=next") == second)
        #expect(try next("<\(second)>; rel=\"next\"", cursor: second) == nil)
        #expect(try next("<https://elsewhere.example/>; rel=\"next\"") == nil)
        #expect(try next("<\(second)>; rel=\"last\"") == nil)
        let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 30, cursor: second))
        let endpoint = try plan.endpoint(for: request, of: info)
        #expect(endpoint.target == .web("https://api.museum.example/search?q=owl&after=7"))
        #expect(endpoint.query.map(\.name) == ["key"])
        #expect(throws: ProviderError.self) {
            let stranger = PageRequest(size: 30, cursor: "https://elsewhere.example/")
            return try plan.endpoint(for: .search(Query("owl"), stranger), of: info)
        }
    }

    @Test("a failure is recognised by the service's own message, even with status 200")
    func failures() throws {
        let plan = try plan([("\"total\":", "\"failure\": \"/error/info\", \"total\":")]).plan
        let words = Array(#"{"error": {"info": "no such\nindex"}}"#.utf8)
        #expect(
            plan.refusal(in: Response(body: words))
                == .failed(Wording.Services.answered("200", "no such index")))
        #expect(
            plan.refusal(in: Response(status: 403, body: words))
                == .denied(Wording.Services.answered("403 Forbidden", "no such index")))
        #expect(plan.refusal(in: Response(body: Array("{}".utf8))) == nil)
    }
}
