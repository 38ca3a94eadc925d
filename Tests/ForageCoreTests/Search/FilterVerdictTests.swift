import ForageCore
import Platform
import Testing

@Suite("Filter verdicts")
struct FilterVerdictTests {
    private func item(_ change: (inout Draft) -> Void = { _ in }) throws -> Item {
        var draft = Draft(
            localID: "1", kind: .photo, title: "A Barn-Owl at Château", page: "https://owl.example/1")
        draft.summary = "White. Snowy 猫頭鷹"
        draft.tags = ["night", "in flight"]
        change(&draft)
        let credit = Attribution(
            title: draft.title, page: draft.page, source: NamedLink("Owls", "https://owl.example/"),
            creator: Known(draft.creator), licence: .unknown)
        return try #require(Item(draft, credit: credit, from: "owls"))
    }

    @Test(
        "text filters compare word by word, ignoring case and accents",
        arguments: [
            (.phrases(["barn owl"]), .satisfied), (.phrases(["CHATEAU"]), .satisfied),
            (.phrases(["barn owl", "in flight"]), .satisfied), (.phrases(["owl barn"]), .violated),
            (.phrases(["night in"]), .violated), (.phrases(["arn owl"]), .violated),
            (.phrases(["猫頭"]), .satisfied),
            (.without(["owl"]), .violated), (.without(["owls", "bar"]), .satisfied),
            (.without(["eagle", "snowy 猫"]), .violated), (.without(["ann"]), .violated),
            (.creator("ann"), .satisfied), (.creator("Lée"), .satisfied), (.creator("Lee Ann"), .violated),
            (.collection("night walks"), .satisfied), (.collection("walk"), .violated),
        ] as [(Filter, Filter.Verdict)])
    func texts(filter: Filter, verdict: Filter.Verdict) throws {
        let item = try item {
            $0.creator = Creator(name: "Ann Lee")
            $0.collection = "The Night Walks"
        }
        #expect(filter.verdict(on: item) == verdict)
    }

    @Test("a filter is unknown for an item without the value")
    func unknown() throws {
        let day = Date(timeIntervalSince1970: 86_400)
        let filters: [Filter] = [
            .creator("Ann"), .collection("Walks"), .licence(LicenceFilter([.modify])), .publishedBefore(day),
            .publishedSince(day), .hue(.red), .orientation(.square),
        ]
        for filter in filters { #expect(try filter.verdict(on: item()) == .unknown) }
    }

    @Test("date filters include their first day and exclude their last")
    func days() throws {
        let day = Date(timeIntervalSince1970: 86_400)
        let item = try item { $0.publishedAt = day }
        #expect(Filter.publishedSince(day).verdict(on: item) == .satisfied)
        #expect(Filter.publishedBefore(day).verdict(on: item) == .violated)
        #expect(Filter.publishedBefore(day + 1).verdict(on: item) == .satisfied)
    }

    @Test("a filter is honoured by the service, applied locally, or impossible")
    func handling() throws {
        let bare = try item()
        let dated = try item { $0.publishedAt = Date(timeIntervalSince1970: 0) }
        let after = Filter.publishedSince(.distantPast)
        #expect(FilterHandling(of: after, honouring: [.publishedSince], on: [bare]) == .honoured)
        #expect(FilterHandling(of: after, honouring: [], on: [bare, dated]) == .applied)
        #expect(FilterHandling(of: after, honouring: [], on: [bare]) == .impossible)
        #expect(FilterHandling(of: after, honouring: [], on: []) == .applied)
        #expect(FilterHandling(of: .hue(.red), honouring: [], on: []) == .impossible)
        #expect(FilterHandling(of: .licence(LicenceFilter([.modify])), honouring: [], on: [bare]) == .applied)
    }
}
