import ForageCore
import Testing
import Unsplash

@Suite("Position of a page in Unsplash's lists")
struct ListingTests {
    private let provider = UnsplashProvider()

    private func browse(_ headers: Headers, cursor: String? = nil) throws -> Page {
        try provider.page(
            "list-2019", for: .browse(Browse(), PageRequest(size: 3, cursor: cursor)), headers: headers)
    }

    @Test("headers in any spelling give the number of photos")
    func headers() throws {
        let page = try browse([
            "x-total": "106523", "x-per-page": "3",
            "link":
                "<https://api.unsplash.com/photos?page=35508&per_page=3>; rel=\"last\", <https://api.unsplash.com/photos?page=2&per_page=3>; rel=\"next\"",
        ])
        #expect(page.total == 106_523)
        #expect(page.next == "2")
    }

    @Test(
        "link relations are read in any order and spelling",
        arguments: [
            (
                #"<https://a.example/?per_page=9&page=8>; rel="next", <https://a.example/?page=1>; rel="first""#,
                "8"
            ),
            (
                #"<https://a.example/?page=1>; rel="first", <https://a.example/?page=9,9>; title="a, b"; rel=next"#,
                nil
            ),
            (#"<https://a.example/?page=7&q=a,b>;rel=next"#, "7"),
            (#"<https://a.example/?page=9>; rel="last next""#, "9"),
            (#"<https://a.example/?page=9>; rel="last""#, nil),
            (#"<https://a.example/?page=3>; rel="next""#, nil),
            (#"<https://a.example/photos>; rel="next""#, nil),
            ("next", nil), ("<>; rel", nil), ("", nil),
        ] as [(String, String?)])
    func relations(link: String, next: String?) throws {
        #expect(try browse(["Link": link], cursor: "3").next == next)
    }

    @Test(
        "without links the number of photos decides about a next page",
        arguments: [
            ("7", "2", "3"), ("7", "3", nil), ("6", "2", nil), ("many", "1", nil), ("-1", "1", nil),
        ] as [(String, String, String?)])
    func totals(total: String, cursor: String, next: String?) throws {
        #expect(try browse(["X-Total": total], cursor: cursor).next == next)
    }

    @Test(
        "the pages of any number of photos are counted",
        arguments: ["9223372036854775807", "-9223372036854775808", "0"],
        ["9223372036854775807", "-9223372036854775808", "0", "1"])
    func greatest(total: String, size: String) throws {
        let headers: Headers = ["X-Total": total, "X-Per-Page": size]
        let hasMore = total.hasPrefix("9") && size == "1"
        #expect(try browse(headers, cursor: "2").next == (hasMore ? "3" : nil))
        let body = Array(
            #"{"total": \#(total), "results": [{"id": "a", "urls": {"raw": "https://images.unsplash.com/a"}}]}"#
                .utf8)
        let search = ProviderRequest.search(try Query("owl"), PageRequest(size: 30, cursor: "2"))
        let page = try provider.decode(Response(headers: ["X-Per-Page": size], body: body), for: search)
        guard case .page(let page) = page else {
            Issue.record("a search is answered with a page")
            return
        }
        #expect(page.next == (hasMore ? "3" : nil))
    }

    @Test("a search uses the body if it contradicts the header")
    func disagreement() throws {
        let page = try provider.page(
            "search", for: Sample.search(cursor: "9"), headers: ["X-Total": "42", "X-Per-Page": "5"])
        #expect(page.total == 41)
        #expect(page.next == nil)
    }

    @Test("no page follows the last, whatever the number of photos")
    func behindTheEnd() throws {
        let body = Array(#"{"total": 41, "total_pages": 9, "results": []}"#.utf8)
        #expect(try provider.page(of: body, for: Sample.search(cursor: "4")).next == nil)
    }
}
