import ForageConformance
import ForageCore
import Platform
import TestWording
import Testing

@Suite("A folder of samples")
struct SampleFolderTests {
    @Test("every kind of request is read, with its answer and the expected result")
    func requests() throws {
        let samples = try samples(
            """
            [
              { "name": "s", "search": "barn owl", "page": "2", "size": 5, "body": "a.json", "records": "/x", "items": 3 },
              { "name": "b", "browse": "2024-05-31", "body": "a.json", "status": 202, "headers": { "Link": "<x>" } },
              { "name": "l", "browse": "latest", "body": "a.json", "items": 0 },
              { "name": "d", "details": "17", "body": "a.json", "followedBy": ["a.json", "a.json"] }
            ]
            """)
        let page = PageRequest(size: 5, cursor: "2")
        #expect(samples[0].request == .search(try Query("barn owl"), page))
        #expect(
            samples[0].recordPath == "/x" && samples[0].itemCount == 3 && samples[0].body == Array("{}".utf8))
        #expect(samples[1].request == .browse(Browse(day: CalendarDay("2024-05-31")), PageRequest(size: 30)))
        #expect(samples[1].response.status == 202 && samples[1].response.headers["link"] == "<x>")
        #expect(samples[2].request == .browse(Browse(), PageRequest(size: 30)))
        #expect(samples[3].request == .details(ItemID(provider: "mine", local: "17")))
        #expect(samples[3].response.following.count == 2)
    }

    @Test(
        "an error in the list is reported with its line",
        arguments: [
            ("{}", Wording.Scaffolds.listOfSamples), ("[]", Wording.Scaffolds.listOfSamples),
            ("[\n{\"body\":\"a.json\"}]", ":2: a sample needs a \"name\"."),
            ("[{\"name\":\"x\",\"search\":\"owl\"}]", "\"x\" needs a \"body\"."),
            ("[{\"name\":\"x\",\"body\":\"a.json\"}]", Wording.Scaffolds.sampleNeedsOne("x")),
            (
                "[{\"name\":\"x\",\"body\":\"a.json\",\"search\":\"a\",\"details\":\"b\"}]",
                Wording.Scaffolds.sampleNeedsOne("x")
            ),
            ("[{\"name\":\"x\",\"body\":\"a.json\",\"search\":\"\"}]", Wording.Queries.nothing),
            ("[{\"name\":\"x\",\"body\":\"a.json\",\"browse\":\"May\"}]", "\"May\" is not a day"),
            ("[{\"name\":\"x\",\"body\":\"a.json\",\"serach\":\"owl\"}]", Wording.Usage.didYouMean("search")),
            (
                "[{\"name\":\"x\",\"body\":\"a.json\",\"search\":\"owl\",\"items\":-1}]",
                "\"items\" must be a number from 0"
            ),
            (
                "[{\"name\":\"x\",\"body\":\"b.json\",\"search\":\"owl\"}]",
                "\(Wording.Files.unreadable("b.json", Wording.Files.noSuchFile))."
            ),
            (
                "[{\"name\":\"x\",\"body\":\"../a.json\",\"search\":\"owl\"}]",
                "is not a file in the same folder."
            ),
            ("[{", "samples.json: "),
        ])
    func faults(list: String, sentence: String) throws {
        let fault = #expect(throws: SampleError.self) { try samples(list) }
        #expect(try #require(fault).description.contains(sentence))
    }

    @Test("a sample over a mebibyte is refused")
    func tooLong() throws {
        let fault = #expect(throws: SampleError.self) {
            try samples(
                "[{\"name\":\"x\",\"body\":\"a.json\",\"search\":\"owl\"}]", body: Data(count: 1 << 20 | 1))
        }
        #expect(try #require(fault).description.contains("too much for a sample"))
    }

    private func samples(_ list: String, body: Data = Data("{}".utf8)) throws -> [SampleAnswer] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(list.utf8).write(to: folder.appending(path: "samples.json"))
        try body.write(to: folder.appending(path: "a.json"))
        return try SampleFolder(at: folder.path).samples(of: "mine")
    }
}
