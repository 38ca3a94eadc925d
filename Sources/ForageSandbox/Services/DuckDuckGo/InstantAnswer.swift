/// An answer of DuckDuckGo's service: every key it has, in its order, empty until it is set.
struct InstantAnswer {
    private var members: [(String, JSONLiteral)] = [
        ("Abstract", ""), ("AbstractSource", ""), ("AbstractText", ""), ("AbstractURL", ""), ("Answer", ""),
        ("AnswerType", ""), ("Definition", ""), ("DefinitionSource", ""), ("DefinitionURL", ""),
        ("Entity", ""),
        ("Heading", ""), ("Image", ""), ("ImageHeight", ""), ("ImageIsLogo", ""), ("ImageWidth", ""),
        ("Infobox", ""), ("Redirect", ""), ("RelatedTopics", []), ("Results", []), ("Type", ""),
        ("meta", InstantAnswer.filler),
    ]

    /// An answer that found something has numbers for the picture's size, also without a picture.
    static func found(type: String, heading: String) -> InstantAnswer {
        var answer = InstantAnswer()
        answer["Type"] = .string(type)
        answer["Heading"] = .string(heading)
        answer["ImageHeight"] = 0
        answer["ImageWidth"] = 0
        answer["ImageIsLogo"] = 0
        return answer
    }

    /// A key that is not there yet is added before `meta`.
    subscript(key: String) -> JSONLiteral? {
        get { members.first { $0.0 == key }?.1 }
        set {
            guard let newValue else { return }
            if let index = members.firstIndex(where: { $0.0 == key }) {
                members[index].1 = newValue
            } else {
                members.insert((key, newValue), at: members.count - 1)
            }
        }
    }

    var json: JSONLiteral { .object(members) }

    /// What stands in `meta` when there is nothing to say: it must never be shown.
    private static let filler: JSONLiteral = [
        "attribution": nil, "blockgroup": nil, "created_date": "2021-03-24", "description": "testing",
        "designer": nil, "dev_date": "2021-03-24", "dev_milestone": "development",
        "developer": [["name": "zt", "type": "duck.co", "url": "https://duck.co/user/zt"]],
        "example_query": "", "id": "just_another_test", "is_stackexchange": 0, "live_date": nil,
        "maintainer": ["github": ""], "name": "Just Another Test", "perl_module": "DDG::Lontail::AnotherTest",
        "producer": nil, "production_state": "offline", "repo": "fathead", "signal_from": "just_another_test",
        "src_domain": "how about there", "src_id": nil, "src_name": "hi there",
        "src_options": [
            "directory": "", "is_fanon": 0, "is_mediawiki": 0, "is_wikipedia": 0, "language": "",
            "min_abstract_length": nil, "skip_abstract": 0, "skip_abstract_paren": 0, "skip_icon": 0,
            "skip_image_name": 0, "skip_qr": "", "src_info": "", "src_skip": "",
        ],
        "src_url": "Hello there", "status": nil, "tab": "is this source", "topic": [], "unsafe": nil,
    ]

    static let source: JSONLiteral = [
        "attribution": nil, "created_date": nil, "description": "Encyclopaedia", "designer": nil,
        "dev_milestone": "live",
        "developer": [["name": "DDG Team", "type": "ddg", "url": "http://www.duckduckhack.com"]],
        "example_query": "", "id": "encyclopaedia_fathead", "is_stackexchange": nil, "live_date": nil,
        "maintainer": ["github": "duckduckgo"], "name": "Encyclopaedia", "production_state": "online",
        "src_domain": "encyclopaedia.example", "src_id": 1, "src_name": "Encyclopaedia",
        "src_options": ["is_mediawiki": 1, "is_wikipedia": 0, "language": "en", "min_abstract_length": "20"],
        "src_url": nil, "tab": "About", "topic": ["productivity"], "unsafe": 0,
    ]
}

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

extension InstantAnswer {
    /// Type E: the answer itself.
    ///
    /// It is a text, a number, or an object for what a page would show.
    static func direct(_ query: String) -> InstantAnswer? {
        if let result = Calculator.answer(to: query) { return direct("calc", .string(result)) }
        switch query.lowercased() {
        case "timer", "stopwatch", "calculator": return direct(query.lowercased(), widget(query.lowercased()))
        case "roll dice", "random number": return direct("rand", .number(Int(query.stableHash % 6) + 1))
        default: return nil
        }
    }

    private static func direct(_ type: String, _ value: JSONLiteral) -> InstantAnswer {
        var answer = found(type: "E", heading: "")
        answer["Answer"] = value
        answer["AnswerType"] = .string(type)
        return answer
    }

    private static func widget(_ name: String) -> JSONLiteral {
        [
            "from": .string(name), "id": .string(name), "name": "Answer", "result": "", "signal": "high",
            "templates": ["group": "base", "options": ["content": .string("DDH.\(name).content")]],
        ]
    }

    /// A bang: where the search goes on, at another site.
    static func redirect(to url: String) -> InstantAnswer {
        var answer = found(type: "E", heading: "")
        answer["Redirect"] = .string(url)
        return answer
    }
}

extension InstantAnswer {
    /// Type D: several things that a word may mean, the first few loose, the others by theme.
    static func disambiguation(_ query: String, _ items: [CatalogueItem]) -> InstantAnswer {
        let name = query.capitalisedFirst
        var answer = found(type: "D", heading: name)
        answer["AbstractSource"] = .string(Encyclopaedia.name)
        answer["AbstractURL"] = .string(Encyclopaedia.page(titled: name + " (disambiguation)"))
        let loose = items.prefix(3).map { Topic($0).json }
        answer["RelatedTopics"] = .array(loose + groups(of: items.dropFirst(3)) + [empty, seeAlso(name)])
        answer["meta"] = source
        return answer
    }

    private static func groups(of items: ArraySlice<CatalogueItem>) -> [JSONLiteral] {
        let themes = items.map(\.category.theme).reduce(into: [String]()) { themes, theme in
            if !themes.contains(theme) { themes.append(theme) }
        }
        return themes.map { theme in
            let topics = items.filter { $0.category.theme == theme }.map { Topic($0).json }
            return ["Name": .string(theme), "Topics": .array(topics)]
        }
    }

    /// Real answers have such groups too.
    private static let empty: JSONLiteral = ["Name": "Other uses", "Topics": []]

    private static func seeAlso(_ name: String) -> JSONLiteral {
        let link = Topic(linkTo: "\(name)s", path: "d/\(PagePath.encoded(name))s")
        return ["Name": "See also", "Topics": [link.json]]
    }

    /// Type C: what belongs to a category, all in one list.
    static func category(_ category: Category, in catalogue: Catalogue) -> InstantAnswer {
        let name = category.plural.capitalisedFirst
        var answer = found(type: "C", heading: name)
        answer["AbstractSource"] = .string(Encyclopaedia.name)
        answer["AbstractURL"] = .string(Encyclopaedia.page(titled: "Category:\(name)"))
        let members = catalogue.items.filter { $0.category.singular == category.singular }
        answer["RelatedTopics"] = .array(members.prefix(30).map { Topic($0).json })
        answer["meta"] = source
        return answer
    }
}
