import ForageCore
import Testing

@Suite struct StrictnessTests {
    private func stated(_ id: String?) -> Known<Licence> { Known(id.map { Licence(id: $0, name: $0) }) }

    @Test("licences are ordered from the loosest to the strictest")
    func order() {
        let ids = [
            "cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "cc-by-nd-4.0", "cc-by-nc-4.0", "cc-by-nc-sa-4.0",
            "cc-by-nc-nd-4.0", "some-licence-of-a-service", "all-rights-reserved",
        ]
        let order = ids.shuffled().sorted {
            Strictness(Licence(id: $0, name: "")) < Strictness(Licence(id: $1, name: ""))
        }
        #expect(order == ids)
    }

    @Test(
        "the strictest known licence wins, and without any it stays unknown",
        arguments: [
            (["cc0-1.0", "cc-by-nc-4.0"], "cc-by-nc-4.0"), (["cc-by-sa-4.0", nil], "cc-by-sa-4.0"),
            (["unheard-of", "cc-by-nc-nd-4.0"], "unheard-of"), ([nil, nil], nil), ([], nil),
        ] as [([String?], String?)])
    func strictest(_ ids: [String?], _ expected: String?) {
        #expect(ids.map(stated).strictest == stated(expected))
        #expect(Array(ids.reversed()).map(stated).strictest == stated(expected))
    }
}
