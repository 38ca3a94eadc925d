import Testing

@Suite("forage providers import and export")
struct SubscriptionsTests {
    private let place: Place

    init() throws { place = try Place() }

    private func forageHere(_ arguments: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(["forage"] + arguments, in: place).ending()
    }

    private static let list = """
        <?xml version="1.0"?>
        <opml version="2.0"><head><title>Mine</title></head><body>
          <outline text="Night &amp; Owl" type="rss" xmlUrl="https://night.example/feed.xml"/>
          <outline text="Birds">
            <outline text="99 Birds" title="99 Birds!" xmlUrl="https://birds.example/rss?show=7&amp;sort=new%20day"/>
          </outline>
          <outline text="Night Owl" xmlUrl="https://other.example/feed"/>
        </body></opml>
        """

    @Test("each feed in a list becomes a provider, once, and is exported again")
    func whole() async throws {
        let file = try place.write(Self.list, to: "feeds.opml")
        let added = try await forageHere("providers", "import", file)
        #expect(added.code == 0, "\(added.messages)")
        #expect(added.output == "nightowl: Night & Owl\nbirds: 99 Birds!\nnightowl2: Night Owl\n")
        #expect(try await forageHere("config", "check").code == 0)
        let again = try await forageHere("providers", "import", file)
        #expect(again.code == 0 && again.output.isEmpty)
        let exported = try await forageHere("providers", "export")
        #expect(exported.output.contains("https://birds.example/rss?show=7"))
        let other = try Place()
        let copy = try other.write(exported.output, to: "feeds.opml")
        let copied = try await RunningProgram(["forage", "providers", "import", copy], in: other).ending()
        #expect(copied.code == 0 && copied.outputLines.count == 3)
        #expect(
            try await RunningProgram(["forage", "providers", "export"], in: other).ending().output
                == exported.output)
    }

    @Test(
        "what is no list of feeds is refused in one sentence",
        arguments: [
            "", "owl", "<rss/>", "<opml version=\"2.0\"><body/></opml>", "<opml><body><outline xmlUrl=",
            "<!DOCTYPE opml [<!ENTITY a \"aaaa\">]><opml><body><outline xmlUrl=\"&a;\"/></body></opml>",
        ])
    func refused(text: String) async throws {
        let file = try place.write(text, to: "feeds.opml")
        let ending = try await forageHere("providers", "import", file)
        #expect(ending.code == 1 && ending.messageLines.count == 1, "\(ending.messages)")
    }

    @Test("a feed that cannot be asked is named, and the others are added")
    func partial() async throws {
        let file = try place.write(
            """
            <opml><body><outline text="Local" xmlUrl="http://127.0.0.1/feed"/><outline text="None" xmlUrl="feed"/>
            <outline text="Owl" xmlUrl="https://owl.example/"/></body></opml>
            """, to: "feeds.opml")
        let ending = try await forageHere("providers", "import", file)
        #expect(ending.code == 3 && ending.output == "owl: Owl\n" && ending.messageLines.count == 2)
    }
}
