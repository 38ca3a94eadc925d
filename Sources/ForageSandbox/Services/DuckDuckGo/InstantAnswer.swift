/// An answer of DuckDuckGo's service. All its keys are present in a fixed order, with empty values by default.
struct InstantAnswer {
    private var values: [String: JSONText]

    /// The answer to an unknown query.
    static let empty = InstantAnswer(values: [:])

    private static let keys = [
        "Abstract", "AbstractSource", "AbstractText", "AbstractURL", "Answer", "AnswerType", "Definition",
        "DefinitionSource", "DefinitionURL", "Entity", "Heading", "Image", "ImageHeight", "ImageIsLogo",
        "ImageWidth", "Infobox", "Redirect", "RelatedTopics", "Results", "Type", "OfficialDomain",
        "OfficialWebsite", "meta",
    ]
    private static let empties: [String: JSONText?] = [
        "RelatedTopics": "[]", "Results": "[]", "OfficialDomain": nil, "OfficialWebsite": nil,
        "meta": fillerMeta,
    ]

    var json: JSONText {
        .object(
            Self.keys.compactMap { key in
                (values[key] ?? Self.empties[key, default: #""""#]).map { (key, $0) }
            })
    }

    /// Creates an answer with content, which has numbers for the picture's size even without a picture.
    private init(type: String, heading: String, _ values: [String: JSONText]) {
        let found = [
            "Type": type.json, "Heading": heading.json, "ImageHeight": "0", "ImageWidth": "0",
            "ImageIsLogo": "0",
        ]
        self.values = found.merging(values) { $1 }
    }

    private init(values: [String: JSONText]) { self.values = values }

    /// The placeholder for `meta` in an answer without content, which must never be shown.
    private static let fillerMeta: JSONText = """
        {"attribution":null,"blockgroup":null,"created_date":"2021-03-24","description":"testing","designer":null,
        "dev_date":"2021-03-24","dev_milestone":"development",
        "developer":[{"name":"zt","type":"duck.co","url":"https://duck.co/user/zt"}],"example_query":"",
        "id":"just_another_test","is_stackexchange":0,"live_date":null,"maintainer":{"github":""},
        "name":"Just Another Test","perl_module":"DDG::Lontail::AnotherTest","producer":null,
        "production_state":"offline","repo":"fathead","signal_from":"just_another_test",
        "src_domain":"how about there","src_id":null,"src_name":"hi there",
        "src_options":{"directory":"","is_fanon":0,"is_mediawiki":0,"is_wikipedia":0,"language":"",
        "min_abstract_length":null,"skip_abstract":0,"skip_abstract_paren":0,"skip_icon":0,"skip_image_name":0,
        "skip_qr":"","src_info":"","src_skip":""},
        "src_url":"Hello there","status":null,"tab":"is this source","topic":[],"unsafe":null}
        """

    private static let sourceMeta: JSONText = """
        {"attribution":null,"created_date":null,"description":"Encyclopaedia","designer":null,
        "dev_milestone":"live",
        "developer":[{"name":"DDG Team","type":"ddg","url":"http://www.duckduckhack.com"}],"example_query":"",
        "id":"encyclopaedia_fathead","is_stackexchange":null,"live_date":null,
        "maintainer":{"github":"duckduckgo"},"name":"Encyclopaedia","production_state":"online",
        "src_domain":"encyclopaedia.example","src_id":1,"src_name":"Encyclopaedia",
        "src_options":{"is_mediawiki":1,"is_wikipedia":0,"language":"en","min_abstract_length":"20"},
        "src_url":null,"tab":"About","topic":["productivity"],"unsafe":0}
        """
}

// MARK: - One thing

extension InstantAnswer {
    /// Returns an answer of type A: one item with related topics.
    static func article(_ item: CatalogueItem, in catalogue: Catalogue, keepsHTML: Bool) -> InstantAnswer {
        let opening = item.sentences.first ?? ""
        let rest = HTML.escaped(String(item.summary.dropFirst(opening.count)))
        let marked = "<b>\(HTML.escaped(opening))</b>\(rest)"
        let values: [String: JSONText] = [
            "Abstract": (keepsHTML ? marked : item.summary).json, "AbstractText": item.summary.json,
            "AbstractSource": Encyclopaedia.name.json,
            "AbstractURL": Encyclopaedia.page(titled: item.title).json, "Entity": item.category.singular.json,
            "Infobox": item.id.stableHash % 3 == 0 ? #""""# : infobox(of: item),
            "RelatedTopics": relatedTopics(to: item, in: catalogue).json, "meta": sourceMeta,
        ]
        let more = [picture(item), definition(item), officialSite(of: item)]
        return InstantAnswer(
            type: "A", heading: item.title, more.reduce(values) { $0.merging($1) { $1 } })
    }

    /// Returns the members for a picture, which most items have. The address is a path or, rarely, a complete URL.
    private static func picture(_ item: CatalogueItem) -> [String: JSONText] {
        if !item.isGeneral && item.id.stableHash % 7 == 0 { return [:] }
        let name = DuckDuckGoSite.picture(of: item)
        let size = PictureSize(named: name)
        let origin = item.id.stableHash % 5 == 0 ? "https://duckduckgo.com" : ""
        return [
            "Image": "\(origin + "/i/\(name)")", "ImageWidth": size.width.json,
            "ImageHeight": size.height.json,
            "ImageIsLogo": item.category.theme == "Inventions" ? "1" : "0",
        ]
    }

    /// Returns a definition as in old answers, with an unescaped space in the URL.
    private static func definition(_ item: CatalogueItem) -> [String: JSONText] {
        guard item.isGeneral, item.id.stableHash % 2 == 0 else { return [:] }
        return [
            "Definition": "\("\(item.head) definition: a kind of \(item.category.singular).")",
            "DefinitionSource": #""Pocket Dictionary""#,
            "DefinitionURL": "\("https://dictionary.example/plain words/\(item.head)")",
        ]
    }

    private static func officialSite(of item: CatalogueItem) -> [String: JSONText] {
        guard item.category.theme == "Places", !item.isGeneral else { return [:] }
        let domain = "\(item.id).example"
        let site = "https://www.\(domain)"
        return [
            "Results": [Topic(officialSite: site, icon: "/i/\(domain).ico").json].json,
            "OfficialDomain": domain.json, "OfficialWebsite": site.json,
        ]
    }

    private static func infobox(of item: CatalogueItem) -> JSONText {
        let rows = item.facts.enumerated().map { order, fact -> JSONText in
            #"{"data_type":"string","label":\#(fact.label),"value":\#(fact.value),"wiki_order":\#(order)}"#
        }
        let number = Int(item.id.stableHash % 9_000_000)
        let instance: JSONText = """
            {"data_type":"instance","label":"Instance of",
            "value":{"entity-type":"item","id":\("Q\(number)"),"numeric-id":\(number)},"wiki_order":"207"}
            """
        return """
            {"content":\(rows + [instance]),
            "meta":[{"data_type":"string","label":"article_title","value":\(item.title)},
            {"data_type":"string","label":"template_name","value":"infobox"}]}
            """
    }

    /// Returns the kinds or siblings of an item, items that share a word with it, links to categories, and “See also”.
    private static func relatedTopics(to item: CatalogueItem, in catalogue: Catalogue) -> [JSONText] {
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
        return (siblings + namesakes.prefix(2)).map { Topic($0).json } + links.map(\.json)
            + [seeAlso(namesakes.suffix(3), meaningsOf: item.title)]
    }

    private static func seeAlso(
        _ items: some Sequence<CatalogueItem>, meaningsOf title: String
    ) -> JSONText {
        let meanings = Topic(linkTo: "\(title)s", path: "d/\(PagePath.encoded(title))s")
        return group("See also", items.map { Topic($0).json } + [meanings.json])
    }

    private static func group(_ name: String, _ topics: [JSONText]) -> JSONText {
        #"{"Name":\#(name),"Topics":\#(topics)}"#
    }
}

// MARK: - Answers themselves

extension InstantAnswer {
    /// Returns an answer of type E: the answer itself.
    ///
    /// It is a text, a number, or an object that describes a widget.
    static func direct(_ query: String) -> InstantAnswer? {
        if let result = Calculator.answer(to: query) { return direct("calc", result.json) }
        switch query.lowercased() {
        case "timer", "stopwatch", "calculator": return direct(query.lowercased(), widget(query.lowercased()))
        case "roll dice", "random number": return direct("rand", (Int(query.stableHash % 6) + 1).json)
        default: return nil
        }
    }

    private static func direct(_ type: String, _ value: JSONText) -> InstantAnswer {
        InstantAnswer(type: "E", heading: "", ["Answer": value, "AnswerType": type.json])
    }

    private static func widget(_ name: String) -> JSONText {
        """
        {"from":\(name),"id":\(name),"name":"Answer","result":"","signal":"high",
        "templates":{"group":"base","options":{"content":\("DDH.\(name).content")}}}
        """
    }

    /// Returns the answer to a bang: the address of a search on another site.
    static func redirect(to url: String) -> InstantAnswer {
        InstantAnswer(type: "E", heading: "", ["Redirect": url.json])
    }
}

// MARK: - Several things

extension InstantAnswer {
    /// Returns an answer of type D: several meanings of a word. The first ones are separate, the others are grouped by
    /// theme.
    static func disambiguation(_ query: String, _ items: [CatalogueItem]) -> InstantAnswer {
        let name = query.capitalisedFirst
        let others = items.dropFirst(3)
        let themes = others.map(\.category.theme).reduce(into: [String]()) { themes, theme in
            if !themes.contains(theme) { themes.append(theme) }
        }
        let groups = themes.map { theme in
            group(theme, others.filter { $0.category.theme == theme }.map { Topic($0).json })
        }
        // Real answers also contain empty groups.
        let ending = [group("Other uses", []), seeAlso([], meaningsOf: name)]
        let topics = items.prefix(3).map { Topic($0).json } + groups + ending
        return list(type: "D", name, topics, page: "\(name) (disambiguation)")
    }

    /// Returns an answer of type C: the members of a category in a single list.
    static func category(_ category: Category, in catalogue: Catalogue) -> InstantAnswer {
        let name = category.plural.capitalisedFirst
        let members = catalogue.items.filter { $0.category.singular == category.singular }
        return list(type: "C", name, members.prefix(30).map { Topic($0).json }, page: "Category:\(name)")
    }

    private static func list(
        type: String, _ name: String, _ topics: [JSONText], page: String
    ) -> InstantAnswer {
        InstantAnswer(
            type: type, heading: name,
            [
                "AbstractSource": Encyclopaedia.name.json,
                "AbstractURL": Encyclopaedia.page(titled: page).json, "RelatedTopics": topics.json,
                "meta": sourceMeta,
            ])
    }
}

/// A topic in a list: a link and a sentence, joined in various ways.
struct Topic {
    private let url: String
    private let title: String
    private let sentence: String
    private var kind = ""
    private let icon: JSONText

    init(_ item: CatalogueItem) {
        url = DuckDuckGoSite.page(titled: item.title)
        title = item.title
        sentence = item.sentences.first ?? ""
        kind = "\(item.category.singularWithArticle) of \(item.place)"
        icon = Self.icon(of: item)
    }

    /// Creates a link to a category's page, which has no sentence.
    init(linkTo name: String, path: String) {
        url = "https://duckduckgo.com/\(path)"
        title = name
        sentence = ""
        icon = Self.noIcon
    }

    /// Creates a link to the official site of an item.
    init(officialSite site: String, icon: String) {
        url = site
        title = "Official site"
        sentence = ""
        self.icon = #"{"Height":16,"URL":\#(icon),"Width":16}"#
    }

    var json: JSONText {
        let (result, text) = wording
        return #"{"FirstURL":\#(url),"Icon":\#(icon),"Result":\#(result),"Text":\#(text)}"#
    }

    /// The values of `Result`, which is HTML, and `Text`, which is not.
    private var wording: (String, String) {
        let link = anchor(title)
        let rest = HTML.escaped(sentence)
        if sentence.isEmpty { return (link, title) }
        let short = "The \(title.prefix(1).lowercased())\(title.dropFirst())"
        switch title.stableHash % 5 {
        case 0 where sentence.hasPrefix(short):
            let inner = short.dropFirst(4)
            return (
                "The \(anchor(String(inner)))\(HTML.escaped(String(sentence.dropFirst(short.count))))",
                sentence
            )
        case 1: return ("\(link)<br>\(rest)", title + sentence)
        case 2: return ("\(link), \(kind)", "\(title), \(kind)")
        case 3: return ("\(link) \(rest)", "\(title) \(sentence)")
        default: return ("\(link) - \(rest)", "\(title) - \(sentence)")
        }
    }

    private func anchor(_ text: String) -> String {
        "<a href=\"\(url)\">\(HTML.escaped(text))</a>"
    }

    private static let noIcon: JSONText = #"{"Height":"","URL":"","Width":""}"#

    /// Returns a picture with its size, one without, or none.
    private static func icon(of item: CatalogueItem) -> JSONText {
        let picture = DuckDuckGoSite.picture(of: item)
        let size = PictureSize(named: picture)
        return switch item.id.stableHash % 4 {
        case 0: noIcon
        case 1: #"{"Height":\#(size.height),"URL":\#("/i/\(picture)"),"Width":\#(size.width)}"#
        default: #"{"Height":"","URL":\#("/i/\(picture)"),"Width":""}"#
        }
    }
}
