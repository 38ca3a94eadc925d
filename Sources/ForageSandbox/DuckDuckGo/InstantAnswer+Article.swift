extension InstantAnswer {
    /// Type A: one thing, with what is related to it.
    static func article(_ item: CatalogueItem, in catalogue: Catalogue, keepsHTML: Bool) -> InstantAnswer {
        var answer = found(type: "A", heading: item.title)
        answer.describe(item, keepsHTML: keepsHTML)
        answer.picture(item)
        answer.define(item)
        answer.linkOfficialSite(of: item)
        answer["Entity"] = .string(item.category.singular)
        answer["Infobox"] = item.id.stableHash % 3 == 0 ? "" : infobox(of: item)
        answer["RelatedTopics"] = .array(relatedTopics(to: item, in: catalogue))
        answer["meta"] = source
        return answer
    }

    private mutating func describe(_ item: CatalogueItem, keepsHTML: Bool) {
        let opening = item.sentences.first ?? ""
        let marked =
            "<b>\(HTML.escaped(opening))</b>" + HTML.escaped(String(item.summary.dropFirst(opening.count)))
        self["Abstract"] = .string(keepsHTML ? marked : item.summary)
        self["AbstractText"] = .string(item.summary)
        self["AbstractSource"] = .string(Encyclopaedia.name)
        self["AbstractURL"] = .string(Encyclopaedia.page(titled: item.title))
    }

    /// Most have one, with a path of its own host or, rarely, a whole URL.
    private mutating func picture(_ item: CatalogueItem) {
        let name = DuckDuckGoSite.picture(of: item)
        let size = PictureSize(named: name)
        if !item.isGeneral && item.id.stableHash % 7 == 0 { return }
        let isAbsolute = item.id.stableHash % 5 == 0
        self["Image"] = .string((isAbsolute ? "https://duckduckgo.com" : "") + "/i/\(name)")
        self["ImageWidth"] = .number(size.width)
        self["ImageHeight"] = .number(size.height)
        self["ImageIsLogo"] = item.category.theme == "Inventions" ? 1 : 0
    }

    /// As answers had it years ago, with the raw space in the URL.
    private mutating func define(_ item: CatalogueItem) {
        guard item.isGeneral, item.id.stableHash % 2 == 0 else { return }
        self["Definition"] = .string("\(item.head) definition: a kind of \(item.category.singular).")
        self["DefinitionSource"] = "Pocket Dictionary"
        self["DefinitionURL"] = .string("https://dictionary.example/plain words/\(item.head)")
    }

    private mutating func linkOfficialSite(of item: CatalogueItem) {
        guard item.category.theme == "Places", !item.isGeneral else { return }
        let domain = "\(item.id).example"
        let site = "https://www.\(domain)"
        self["Results"] = [Topic(officialSite: site, icon: "/i/\(domain).ico").json]
        self["OfficialDomain"] = .string(domain)
        self["OfficialWebsite"] = .string(site)
    }

    private static func infobox(of item: CatalogueItem) -> JSONLiteral {
        var rows = item.facts.enumerated().map { order, fact -> JSONLiteral in
            [
                "data_type": "string", "label": .string(fact.label), "value": .string(fact.value),
                "wiki_order": .number(order),
            ]
        }
        let number = Int(item.id.stableHash % 9_000_000)
        rows.append([
            "data_type": "instance", "label": "Instance of",
            "value": ["entity-type": "item", "id": .string("Q\(number)"), "numeric-id": .number(number)],
            "wiki_order": "207",
        ])
        let meta: JSONLiteral = [
            ["data_type": "string", "label": "article_title", "value": .string(item.title)],
            ["data_type": "string", "label": "template_name", "value": "infobox"],
        ]
        return ["content": .array(rows), "meta": meta]
    }

    /// Its kinds or siblings, then what shares a word with it, links to categories, and “See also”.
    private static func relatedTopics(to item: CatalogueItem, in catalogue: Catalogue) -> [JSONLiteral] {
        let siblings = catalogue.items.filter {
            $0.head == item.head && !item.head.isEmpty && $0.id != item.id
        }
        let namesakes = catalogue.items.filter { other in
            other.head != item.head
                && !Set(Words.all(in: other.title)).isDisjoint(with: Words.all(in: item.title))
        }
        let category = item.category.plural.capitalisedFirst
        let links = [
            Topic(linkTo: category, path: "c/\(PagePath.encoded(category))"),
            Topic(linkTo: "Things of \(item.place)", path: "c/Things_of_\(item.place)"),
        ]
        let meanings = Topic(linkTo: "\(item.title)s", path: "d/\(PagePath.encoded(item.title))s")
        let seeAlso: JSONLiteral = [
            "Name": "See also",
            "Topics": .array(namesakes.suffix(3).map { Topic($0).json } + [meanings.json]),
        ]
        return (siblings + namesakes.prefix(2)).map { Topic($0).json } + links.map(\.json) + [seeAlso]
    }
}
