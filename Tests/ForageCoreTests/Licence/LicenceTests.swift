import ForageCore
import Testing

@Suite("Licences")
struct LicenceTests {
    private static let commons = "https://creativecommons.org"

    @Test(
        "Creative Commons licences are recognised by their addresses, in every version and port",
        arguments: [
            ("/licenses/by/4.0/", "cc-by-4.0", "CC BY 4.0"),
            ("/licenses/by/4.0/deed.fr", "cc-by-4.0", "CC BY 4.0"),
            ("/licenses/by/4.0/legalcode", "cc-by-4.0", "CC BY 4.0"),
            ("/licenses/by-nc-sa/2.5/fr/", "cc-by-nc-sa-2.5-fr", "CC BY-NC-SA 2.5 FR"),
            ("/licenses/by-sa/3.0/igo", "cc-by-sa-3.0-igo", "CC BY-SA 3.0 IGO"),
            ("/licenses/by/2.5/scotland/deed.en", "cc-by-2.5-scotland", "CC BY 2.5 SCOTLAND"),
            ("/licenses/nd-nc/1.0/", "cc-nd-nc-1.0", "CC ND-NC 1.0"),
            ("/publicdomain/zero/1.0/", "cc0-1.0", "CC0 1.0"),
            ("/publicdomain/mark/1.0/", "pdm-1.0", "Public Domain Mark 1.0"),
        ])
    func commons(path: String, id: String, name: String) throws {
        let url = try #require(WebURL(Self.commons + path))
        #expect(Licence(creativeCommons: url) == Licence(id: id, name: name, url: url))
    }

    @Test(
        "statements of RightsStatements.org are recognised by their addresses",
        arguments: [
            ("https://rightsstatements.org/vocab/InC/1.0/", "In Copyright"),
            ("http://rightsstatements.org/page/NoC-US/1.0/?language=en", "No Copyright - United States"),
            ("https://rightsstatements.org/vocab/Mine/1.0/", nil),
            ("https://rights.example/vocab/InC/1.0/", nil),
        ] as [(String, String?)])
    func statements(address: String, name: String?) throws {
        #expect(Licence(rightsStatement: try #require(WebURL(address)))?.name == name)
    }

    @Test(
        "a licence has its permissions and duties, and an unknown licence has none",
        arguments: [
            ("cc0-1.0", "commercial modify redistribute", ""),
            ("pdm-1.0", "commercial modify redistribute", ""),
            ("public-domain", "commercial modify redistribute", ""),
            ("cc-by-4.0", "commercial modify redistribute", "credit notice"),
            ("CC-BY-SA-3.0", "commercial modify redistribute", "credit notice share-alike"),
            ("cc-by-nd-2.0", "commercial redistribute", "credit notice"),
            ("cc-by-nc-2.0", "modify redistribute", "credit notice"),
            ("cc-by-nc-sa-2.5-fr", "modify redistribute", "credit notice share-alike"),
            ("cc-by-nc-nd-4.0", "redistribute", "credit notice"), ("cc-nd-nc-1.0", "redistribute", "notice"),
            ("cc-sa-1.0", "commercial modify redistribute", "notice share-alike"),
            ("unsplash", "commercial modify redistribute", ""),
            ("no-known-copyright-restrictions", "commercial modify redistribute", ""),
            ("united-states-government-work", "commercial modify redistribute", ""),
            ("all-rights-reserved", "", ""), ("unsplash-plus", nil, nil), ("cc-sampling-1.0", nil, nil),
            ("MIT", "commercial modify redistribute", "credit notice"),
            ("gpl-3.0-or-later", "commercial modify redistribute", "credit notice share-alike"),
            ("unlicense", "commercial modify redistribute", ""),
            ("mine-or-mit-or-gpl-2.0-or-later", "commercial modify redistribute", "credit notice"),
            ("apache-license-version-2.0", "commercial modify redistribute", "credit notice"),
            ("mine-or-yours", nil, nil), ("mit-but-not-for-commercial-use", nil, nil),
            ("mit-cc-by-nc-4.0", nil, nil), ("apache-2.0-nc", nil, nil), ("cc-pddc-nc", nil, nil),
            ("gpl-2.0-with-font-exception", nil, nil), ("mit-and-mine", nil, nil),
            ("cc--", nil, nil), ("cc0ish", nil, nil), ("cc-by-9.9", nil, nil), ("cc0-2.0", nil, nil),
            ("", nil, nil),
        ] as [(String, String?, String?)])
    func terms(id: String, permissions: String?, duties: String?) {
        let terms = Licence(id: id, name: id).terms
        #expect(terms?.permissions.sorted().map(\.rawValue).joined(separator: " ") == permissions)
        #expect(terms?.duties.sorted().map(\.rawValue).joined(separator: " ") == duties)
    }

    private let all: [LicenceTerms] = {
        func subsets<Element>(_ elements: [Element]) -> [[Element]] {
            elements.reduce([[]]) { sets, element in sets + sets.map { $0 + [element] } }
        }
        return subsets(LicenceTerms.Permission.allCases).flatMap { permissions in
            subsets(LicenceTerms.Duty.allCases).map { LicenceTerms(Set(permissions), duties: Set($0)) }
        }
    }()

    @Test("the meet of licence terms is commutative, associative and idempotent, and a lower bound")
    func semilattice() {
        #expect(all.count == 64)
        for one in all {
            #expect(one.combined(with: one) == one)
            #expect(one.combined(with: .free) == one)
            for other in all {
                let both = one.combined(with: other)
                #expect(both == other.combined(with: one))
                #expect(both.isAsStrict(as: one) && both.isAsStrict(as: other))
                #expect(one.isAsStrict(as: other) == (both == one))
                let isAssociative = all.allSatisfy {
                    both.combined(with: $0) == one.combined(with: other.combined(with: $0))
                }
                #expect(isAssociative)
            }
        }
    }

    private let licences = [
        "cc0-1.0", "pdm-1.0", "cc-by-4.0", "cc-by-2.0", "cc-by-sa-4.0", "cc-by-nd-4.0", "cc-by-nc-4.0",
        "cc-nc-1.0",
        "cc-by-nc-sa-2.5-fr", "cc-by-nc-nd-4.0", "unsplash", "unheard-of", "all-rights-reserved",
    ].flatMap { [Licence(id: $0, name: $0), Licence(id: $0, name: "Another name")] }

    @Test(
        "the stricter of two licences is the same in any order and grouping, and agrees with their terms"
    )
    func stricter() {
        for one in licences {
            #expect(one.stricter(one) == one)
            for other in licences {
                let stricter = one.stricter(other)
                #expect(stricter == other.stricter(one))
                #expect([one, other].contains(stricter))
                if let terms = one.terms, let others = other.terms, terms != others,
                    terms.isAsStrict(as: others)
                {
                    #expect(stricter == one)
                }
                for third in licences {
                    #expect(stricter.stricter(third) == one.stricter(other.stricter(third)))
                }
            }
        }
    }

    private func item(_ licence: String?) throws -> Item {
        let draft = Draft(localID: "1", kind: .photo, title: "Owl", page: "https://owl.example/1")
        let credit = Attribution(
            title: "Owl", page: draft.page, source: NamedLink("Owls", "https://owl.example/"),
            creator: .unknown,
            licence: Known(licence.map { Licence(id: $0, name: $0) }))
        return try #require(Item(draft, credit: credit, from: "owls"))
    }

    @Test(
        "a licence filter selects by permissions, by family or by both",
        arguments: [
            ("cc-by-4.0", "commercial", .satisfied), ("cc-by-nc-4.0", "commercial", .violated),
            ("cc-by-nc-4.0", "modify", .satisfied), ("cc-by-nd-4.0", "commercial,modify", .violated),
            ("cc-by-2.5-fr", "cc-by", .satisfied), ("cc-by-sa-4.0", "cc-by", .violated),
            ("cc-by-sa-4.0", "cc-by,cc-by-sa", .satisfied), ("cc-by-4.0", "cc-by-3.0", .violated),
            ("cc0-1.0", "cc-by,cc0,commercial", .satisfied), ("museum-of-owls", "museum-of-owls", .satisfied),
            ("museum-of-owls", "redistribute", .violated), ("all-rights-reserved", "modify", .violated),
            (nil, "commercial", .unknown), (nil, "cc-by", .unknown),
        ] as [(String?, String, Filter.Verdict)])
    func filter(licence: String?, wish: String, verdict: Filter.Verdict) throws {
        let query = try Query(parsing: "owl licence:\(wish)")
        #expect(try query.filters.map { try $0.verdict(on: item(licence)) } == [verdict])
    }
}

extension LicenceTerms {
    /// Whether these terms allow no more than the others, and require no less.
    fileprivate func isAsStrict(as other: LicenceTerms) -> Bool { combined(with: other) == self }
}
