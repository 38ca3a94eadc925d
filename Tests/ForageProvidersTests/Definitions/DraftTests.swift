import ForageCore
import JSON
import Testing

@testable import ForageProviders

@Suite("Proposals for definitions")
struct DraftTests {
    private func draft(_ body: String, from url: WebURL? = nil) throws -> JSONValue {
        let draft = try #require(DefinitionDraft(Array(body.utf8), from: url, name: "museum"))
        return try JSONDocument(draft.json).root
    }

    private static let museum = #"""
        {"info": {"total": 2481, "limit": "2"}, "facets": [{"name": "maker", "count": 2}], "data": [
          {"id": 7, "accession_number": "1916.7", "title": "Barn owl", "sort_title": "BARN OWL",
           "url": "https://museum.example/art/1916.7", "share_license": "CC0", "creation_year": 1889,
           "creators": [{"id": 3, "name": "Ines Dahl", "page": "https://museum.example/people/3"}],
           "images": {"web": {"url": "https://files.museum.example/7_web.jpg", "width": "641", "height": "900"},
                      "full": {"url": "https://files.museum.example/7_full.tif", "width": "3091", "height": "4339"}}},
          {"id": 8, "accession_number": "1916.8", "title": "Snowy owl", "sort_title": "SNOWY OWL",
           "url": "https://museum.example/art/1916.8", "share_license": "CC0", "creation_year": 1890,
           "creators": [{"id": 4, "name": "Amos Reed", "page": "https://museum.example/people/4"}],
           "images": {"web": {"url": "https://files.museum.example/8_web.jpg", "width": "641", "height": "900"},
                      "full": {"url": "https://files.museum.example/8_full.tif", "width": "3091", "height": "4339"}}}
        ]}
        """#

    @Test("the items, their title, page, creator, licence and files are found")
    func museum() throws {
        let draft = try draft(
            Self.museum, from: "https://api.museum.example/v1/search?q=owl&limit=2&type=image")
        #expect(draft["items"].string == "/data")
        #expect(draft["total"].string == "/info/total")
        let item = draft["item"]
        #expect(["id", "title", "page"].map { item[$0].string } == ["/id", "/title", "/url"])
        #expect(item["creator"]["name"].string == "/creators/*/name")
        #expect(item["licence"]["name"].string == "/share_license")
        #expect(item["files"].elements.map { $0["url"].string } == ["/images/web/url", "/images/full/url"])
        #expect(item["files"][0]["width"].string == "/images/web/width")
        #expect(draft["search"]["url"].string == "https://api.museum.example/v1/search")
        let query = draft["search"]["query"].members.map { "\($0.key)=\($0.value.string ?? "")" }
        #expect(query == ["q={text}", "limit={size}", "type=image"])
    }

    @Test("a proposal whose guesses are right is accepted as it is")
    func accepted() throws {
        let draft = try #require(
            DefinitionDraft(
                Array(Self.museum.utf8), from: "https://api.museum.example/search?q=owl", name: "museum"))
        let fault = SmallDefinition.fault(String(decoding: draft.json, as: UTF8.self))
        #expect(fault == nil, "\(fault ?? "")")
    }

    @Test("a picture can be named without a host, or be in HTML")
    func otherPictures() throws {
        let named = try draft(
            #"{"data": [{"id": 7, "title": "Barn owl", "primary_image": "7_web.jpg"}, {"id": 8, "title": "Snowy owl", "primary_image": "8_web.jpg"}]}"#
        )
        #expect(named["item"]["files"][0]["url"]["text"].string == "https://example.com/{+/primary_image}")
        let inside = try draft(
            #"{"data": [{"id": 7, "title": "Barn owl", "body": "<p><img src='https://museum.example/7.jpg'></p>"}]}"#
        )
        #expect(inside["item"]["files"][0]["url"]["at"].string == "/body")
        #expect(inside["item"]["files"][0]["url"]["then"][0]["html"].string == "img@src")
    }

    @Test("items can be members of an object, and the page of a picture have its name")
    func pages() throws {
        let draft = try draft(
            #"""
            {"query": {"pages": {
              "71": {"pageid": 71, "title": "File:Owl.jpg", "imageinfo": [{"url": "https://upload.example/Owl.jpg",
                "descriptionurl": "https://wiki.example/wiki/File:Owl.jpg", "width": 800, "height": 600}]},
              "72": {"pageid": 72, "title": "File:Hawk.jpg", "imageinfo": [{"url": "https://upload.example/Hawk.jpg",
                "descriptionurl": "https://wiki.example/wiki/File:Hawk.jpg", "width": 800, "height": 600}]}
            }}}
            """#)
        #expect(draft["items"].string == "/query/pages/*")
        let item = draft["item"]
        #expect(
            ["id", "title", "page"].map { item[$0].string } == [
                "/pageid", "/title", "/imageinfo/*/descriptionurl",
            ])
        #expect(item["files"][0]["url"].string == "/imageinfo/*/url")
    }

    @Test("an address without a host is completed")
    func relative() throws {
        let draft = try draft(
            #"{"records": [{"id": "a.1", "title": "Owl", "images": ["/Cover/Show?id=a.1"]}, {"id": "a.2", "title": "Hawk", "images": ["/Cover/Show?id=a.2"]}]}"#,
            from: "https://api.museum.example/search")
        #expect(draft["item"]["files"][0]["url"]["text"].string == "https://api.museum.example{+/images}")
        #expect(draft["item"]["page"]["text"].string == "https://api.museum.example/{/id}")
    }

    @Test("a feed is read as one")
    func feed() throws {
        let draft = try draft(
            """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Owls</title>
            <item><title>Barn owls</title><link>https://owls.example/1</link><guid isPermaLink="false">o1</guid>
            <pubDate>Fri, 31 May 2024 10:00:00 +0200</pubDate>
            <enclosure url="https://owls.example/1.mp3" type="audio/mpeg" length="7"/>
            <itunes:image href="https://owls.example/1.jpg"/></item></channel></rss>
            """)
        #expect(draft["format"].string == "feed")
        let item = draft["item"]
        #expect(
            ["id", "title", "page", "published"].map { item[$0].string } == [
                "/guid", "/title", "/link", "/pubDate",
            ])
        #expect(item["files"].elements.map { $0["url"].string } == ["/itunes:image@href", "/enclosure@url"])
        #expect(draft["samples"][0]["items"][0]["title"].string == "Barn owls")
    }

    @Test(
        "without a list of items there is no proposal",
        arguments: ["{}", "[]", "[1, 2]", #"{"a": ["b"]}"#, "<html>", ""])
    func nothing(body: String) {
        #expect(DefinitionDraft(Array(body.utf8), from: nil, name: "museum") == nil)
    }

    @Test("an answer of any shape is surveyed in bounds", .timeLimit(.minutes(1)))
    func bounds() throws {
        let member = (0..<300).map { "\"image\($0)\": \"https://a.example/\($0).jpg\"" }.joined(
            separator: ",")
        let deep = String(repeating: "{\"a\":[", count: 30) + "1" + String(repeating: "]}", count: 30)
        let records = Array(repeating: "{\(member), \"deep\": \(deep)}", count: 200).joined(separator: ",")
        let draft = try draft("{\"items\": [\(records)]}")
        #expect(draft["item"]["files"].count == 4)
    }
}

@Suite("Definitions that are tried out")
struct TrialTests {
    private func losses(_ field: String, _ record: String) throws -> [String] {
        let text = SmallDefinition.text("\"title\": \"/title\"", "\"title\": \"/title\", \(field)")
        let definition = try UnfinishedDefinition(Array(text.utf8), at: "museum.json")
        let body = #"{"works": [{"id": 7, "title": "Owl", "url": "https://museum.example/7", \#(record)}]}"#
        return definition.losses(
            in: Response(body: Array(body.utf8)), to: .search(try Query("owl"), PageRequest(size: 5)))
    }

    @Test(
        "each value that gives nothing is named with its place",
        arguments: [
            (
                #""duration": "/d""#, #""d": "long""#,
                "item 1: /works/0/d is \"long\", which gives no duration"
            ),
            (
                #""files": [{"each": "/f", "url": "/u"}]"#, #""f": [{"u": "a.jpg"}]"#,
                "item 1: /works/0/f/0/u is \"a.jpg\", which gives no web address"
            ),
        ])
    func loss(field: String, record: String, loss: String) throws {
        #expect(try losses(field, record) == [loss])
    }

    @Test("a value that is missing or good is no loss")
    func noLoss() throws {
        #expect(try losses(#""duration": "/d", "summary": "/s""#, #""d": 90"#) == [])
        let duration = #""duration": {"first": [{"at": "/d", "then": ["number"]}, "/e"]}"#
        #expect(try losses(duration, #""d": "long", "e": 90"#) == [])
    }

    @Test("an item without a title is named")
    func lack() throws {
        let text = SmallDefinition.text("\"title\": \"/title\"", "\"title\": \"/name\"")
        let definition = try UnfinishedDefinition(Array(text.utf8), at: "museum.json")
        let body = #"{"works": [{"id": 7, "title": "Owl", "url": "https://museum.example/7"}]}"#
        let losses = definition.losses(
            in: Response(body: Array(body.utf8)), to: .search(try Query("owl"), PageRequest(size: 5)))
        #expect(losses == ["item 1: there is no \"title\", because the answer has no value at \"/name\""])
        #expect(!definition.problems.isEmpty)
    }
}
