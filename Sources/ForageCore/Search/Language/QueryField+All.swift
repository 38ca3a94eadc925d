extension QueryField {
    /// Every field, in the order in which a query is written.
    public static let all = [
        QueryField(
            "not", value: "WORDS", help: "Nothing that has this word or phrase; -word in a query",
            isList: true
        ) { (value) throws(QueryValueFault) in
            .filter(.without([try words(value, "a word or a phrase such as barn or \"barn owl\"")]))
        },
        QueryField(
            "by", or: ["creator"], value: "NAME", help: "Only what this person or institution made"
        ) { (value) throws(QueryValueFault) in
            .filter(.creator(try words(value, "a name such as \"Ann Lee\"")))
        },
        QueryField(
            "in", or: ["collection"], value: "NAME", help: "Only what is in this series or album"
        ) { (value) throws(QueryValueFault) in
            .filter(.collection(try words(value, "the name of a series or an album")))
        },
        QueryField(
            "from", or: ["provider"], flag: "provider", "p", value: "NAME",
            help: "Ask only these providers (comma-separated)", isList: true
        ) { (value) throws(QueryValueFault) in
            guard let provider = ProviderID(typed: value) else {
                throw QueryValueFault(takes: "names of providers such as flickr")
            }
            return .provider(provider)
        },
        QueryField(
            "kind", "k", value: "KIND", help: "Only photo, answer, topic or episode",
            choices: words(of: Kind.self), isList: true
        ) { (value) throws(QueryValueFault) in .filter(.kinds([try choice(value)])) },
        QueryField(
            "licence", or: ["license"], value: "TERMS",
            help: "Only what allows commercial, modify, redistribute; or is cc-by, cc0, …",
            choices: LicenceWish.words, isList: true
        ) { (value) throws(QueryValueFault) in .filter(.licence(try licence(value))) },
        QueryField(
            "orientation", value: "SHAPE", help: "Only landscape, portrait or square pictures",
            choices: words(of: Filter.Orientation.self)
        ) { (value) throws(QueryValueFault) in .filter(.orientation(try choice(value))) },
        QueryField(
            "colour", or: ["color", "hue"], flag: "hue", value: "COLOUR",
            help: "Only pictures of this colour, such as teal or black_and_white",
            choices: words(of: Filter.Hue.self)
        ) { (value) throws(QueryValueFault) in .filter(.hue(try choice(value))) },
        QueryField(
            "min", or: ["min-size"], flag: "min-size", value: "WxH",
            help: "Only pictures at least this large, such as 1200x800"
        ) { (value) throws(QueryValueFault) in .filter(.minimumSize(try size(value))) },
        QueryField(
            "after", value: "DATE", help: "Only what was published on or after 2024, 2024-05 or 2024-05-31"
        ) { (value) throws(QueryValueFault) in .filter(.publishedSince(try date(value))) },
        QueryField(
            "before", value: "DATE", help: "Only what was published before 2024, 2024-05 or 2024-05-31"
        ) { (value) throws(QueryValueFault) in .filter(.publishedBefore(try date(value))) },
        QueryField(
            "content", or: ["safe-search"], value: "LEVEL",
            help: "What is fit for everyone (safe, as usual), or any",
            choices: words(of: Filter.Content.self)
        ) { (value) throws(QueryValueFault) in .filter(.content(try choice(value))) },
        QueryField(
            "sort", "s", value: "ORDER", help: "Order by relevance, newest or interesting",
            choices: words(of: Order.self)
        ) { (value) throws(QueryValueFault) in .order(try choice(value)) },
    ]
}
