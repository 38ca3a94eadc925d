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
