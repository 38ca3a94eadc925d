internal import ForageCore

/// The format of a definition. All checks and the JSON Schema are derived from it.
enum DefinitionFormat {
    /// The value of `$schema` in a definition.
    static let mark = family + ":1"
    /// The prefix of `$schema` in definitions of every version.
    static let family = "urn:forage:definition"

    /// The form of the whole file.
    static let root = ObjectForm(
        noun: "part of a definition",
        members: [
            .init("$schema", .text(.mark), required: true, "Marks the file as a definition."),
            .init("about", .object(info), required: true, "What the provider is."),
            .init("search", .object(endpoint), "How words are searched for."),
            .init("browse", .object(endpoint), "How what is new or interesting is listed."),
            .init(
                "day", .object(endpoint),
                "How the list of a past day is asked for, with {day} in its request."),
            .init("details", .object(details), "How one item is found again by its id."),
            .init("paging", .object(paging), "How there is more than one page; left out, there is one."),
            .init("format", .choice(["json", "feed"]), "What the answers are: JSON, or RSS and Atom."),
            .init("items", .text(.any), "Where the list of items is in an answer, as a JSON Pointer."),
            .init("order", value, "The number that the items of a list are ordered by, smallest first."),
            .init("none", value, "What is there when nothing was found and the list of items is missing."),
            .init("total", value, "How many items there are in all."),
            .init("failure", value, "The service's own words for why it failed."),
            .init("item", .object(item), required: true, "What is read of one item."),
            .init(
                "shape", .map(of: .choice(RecordShape.Form.words)),
                "What the service documents of every item: by the place of a member, such as /tags/*/name, what it is; with # before it, of the whole answer."
            ),
            .init(
                "samples", .list(of: .object(sample), atLeast: 1, atMost: 20), required: true,
                "What proves it all."),
        ])

    /// The form of a file whose provider is run by a program.
    static let rootWithProgram = ObjectForm(
        noun: "part of a definition with a program",
        members: [
            .init("$schema", .text(.mark), required: true, "Marks the file as a definition."),
            .init("about", .object(info), required: true, "What the provider is."),
            .init("program", .object(program), required: true, "The program that does the provider's work."),
        ])

    /// Recursive forms, by name.
    static let named: [String: Form] = ["value": .either([.text(.any), .object(fullValue)])]

    static let value = Form.named("value")

    static let link = ObjectForm(
        noun: "part of a link",
        members: [
            .init("name", .text(.line), required: true, "The words to show."),
            .init("url", .text(.address), required: true, "Where they lead."),
        ])
}

/// The parts of a definition that describe requests.
extension DefinitionFormat {
    private static let texts = Form.map(of: .text(.any))

    private static let request: [ObjectForm.Member] = [
        .init("url", .text(.line), required: true, "The address, with places such as {id} behind the host."),
        .init("query", texts, "What follows the ?; an item with a place that has no value is left out."),
        .init("headers", .map(of: .text(.line)), "The header fields; of places they take keys alone."),
    ]

    static let endpoint = ObjectForm(
        noun: "part of a request",
        members: request + [
            .init("filters", .object(filters), "The filters that the service applies itself."),
            .init("orders", .object(orders), "The orders beside relevance that it knows, as query items."),
            .init("items", .text(.any), "Where the list of items is, if not where it usually is."),
            .init("longest", .integer(1...2_000), "The most characters of {text} that the service takes."),
        ])

    static let details = ObjectForm(
        noun: "part of a request",
        members: request + [
            .init("items", .text(.any), "Where a list with the item is, if not where lists usually are."),
            .init("record", .text(.any), "Where the item itself is, if the answer has no list."),
            .init("none", value, "What is there when there is no such item."),
        ])

    private static let filters = ObjectForm(
        noun: "filter that a service can apply",
        members: [
            .init("orientation", .object(choiceFilter(Filter.Orientation.self)), "By shape."),
            .init("hue", .object(choiceFilter(Filter.Hue.self)), "By colour."),
            .init("licence", .object(licenceFilter), "By licence."),
            .init("content", .object(contentFilter), "By content: what is fit for everyone, or any."),
            .init("after", .object(dayFilter), "By the day of publication: that day or later."),
            .init("before", .object(dayFilter), "By the day of publication: before that day."),
        ])

    private static let licenceFilter = ObjectForm(
        noun: "part of a filter",
        members: [
            .init("query", .text(.line), required: true, "The name of the query item."),
            .init(
                "values",
                .object(
                    ObjectForm(
                        noun: "licence that can be asked for",
                        members: Licence.families.map {
                            .init($0, .text(.line), "The service's word for it, whatever its version.")
                        })), required: true,
                "The licences that the service knows; it is asked for all of them that allow what is wanted."),
            .init("separator", .text(.any), "What stands between several of them (a comma)."),
        ])

    /// The form of a content filter. A level without a word is the default of the service.
    private static let contentFilter = choiceFilter(Filter.Content.self, needsAll: false)

    private static func choiceFilter<Choice: RawRepresentable<String> & CaseIterable>(
        _: Choice.Type, needsAll: Bool = true
    ) -> ObjectForm {
        let values = Choice.allCases.map { choice in
            ObjectForm.Member(choice.rawValue, .text(.line), required: needsAll, "The service's word for it.")
        }
        return ObjectForm(
            noun: "part of a filter",
            members: [
                .init("query", .text(.line), required: true, "The name of the query item."),
                .init(
                    "values", .object(ObjectForm(noun: "value of the filter", members: values)),
                    required: true, "What it is set to."),
            ])
    }

    private static let dayFilter = ObjectForm(
        noun: "part of a filter",
        members: [
            .init("query", .text(.line), required: true, "The name of the query item."),
            .init("as", .choice(["day", "seconds"]), required: true, "How the day is written."),
        ])

    private static let orders = ObjectForm(
        noun: "order",
        members: [Order.newest, .interesting].map { .init($0.rawValue, texts, "Its query items.") })

    static let paging = ObjectForm(
        noun: "part of \"paging\"",
        members: [
            .init(
                "by", .choice(["page", "offset", "cursor", "link"]), required: true,
                "By {page}, by {offset}, by a {cursor} of the service's own, or by its Link header."),
            .init("first", .integer(0...1), "The number of the first page (1) or item (0)."),
            .init("next", value, "Where the next cursor is."),
            .init("pages", value, "How many pages there are in all."),
        ])
}

// MARK: - Provider

extension DefinitionFormat {
    private static let info = ObjectForm(
        noun: "part of \"about\"",
        members: [
            .init("id", .text(.providerName), required: true, "Its short name."),
            .init("name", .text(.line), required: true, "Its name for people."),
            .init("summary", .text(.line), required: true, "What it offers, in one line."),
            .init("site", .text(.address), required: true, "Its page for people."),
            .init(
                "kinds", .list(of: .choice(Kind.allCases.map(\.rawValue)), atLeast: 1), required: true,
                "What kinds of items it brings."),
            .init(
                "hosts", .list(of: .text(.origin), atLeast: 1), required: true,
                "Every origin it asks; requests and keys go nowhere else."),
            .init(
                "pictures", .list(of: .text(.pictures), atLeast: 1, atMost: 8),
                "How addresses name a picture in every size: {} is a step of its name, * any text, # a number."
            ),
            .init("enabled", .flag, "Whether it is asked where nobody says so (true)."),
            .init("caution", .text(.line), "What does not work at present, for those who turn it on."),
            .init("keys", .list(of: .object(key)), "The keys it needs."),
            .init("token", .object(token), "The token that the service gives for two of the keys."),
            .init("terms", .object(terms), "What the service asks of those who use it."),
        ])

    private static let program = ObjectForm(
        noun: "part of \"program\"",
        members: [
            .init(
                "command", .list(of: .text(.line), atLeast: 1), required: true,
                "The program and its arguments, run in the folder of this file."),
            .init(
                "answers", .list(of: .choice(["search", "browse", "days", "details"]), atLeast: 1),
                required: true, "What it can be asked for; days are those of the past that it can list."),
            .init("pages", .flag, "Whether there is more than one page (false)."),
            .init(
                "filters", .list(of: .choice(Filter.Name.allCases.map(\.rawValue))),
                "The filters that the service applies itself."),
            .init(
                "orders", .list(of: .choice(Order.allCases.map(\.rawValue))),
                "The orders beside relevance that it knows."),
            .init("memory", .integer(64...65_536), "The most memory it may ask for, in MiB (1024)."),
        ])

    private static let key = ObjectForm(
        noun: "part of a key",
        members: [
            .init(
                "name", .text(.keyName), required: true, "Its name in the configuration and in {key.NAME}."),
            .init("variable", .text(.variable), required: true, "The environment variable that may hold it."),
            .init("page", .text(.address), required: true, "Where it is to be had."),
            .init(
                "required", .flag, "Whether nothing is asked without it (true); else it is one for a token."),
        ])

    /// The form of the client credentials of OAuth (RFC 6749, section 4.4).
    private static let token = ObjectForm(
        noun: "part of \"token\"",
        members: [
            .init(
                "url", .text(.address), required: true,
                "Where it is asked for, at one of the hosts; it then goes with every request to them."),
            .init("id", .text(.keyName), required: true, "The name of the key that says who asks."),
            .init("secret", .text(.keyName), required: true, "The name of the key that proves it."),
            .init("quota", .object(quota), "How many requests it allows in a time, in place of the usual."),
            .init(
                "pace", .object(pace), "How quickly requests may follow each other, in place of the usual."),
        ])

    private static let terms = ObjectForm(
        noun: "part of \"terms\"",
        members: [
            .init("url", .text(.address), "Where they can be read."),
            .init("line", .object(link), "The line that must stand wherever its results are shown."),
            .init("hotlink", .flag, "Whether pictures must be shown from the service's own addresses."),
            .init(
                "pictures", .list(of: .text(.origin), atLeast: 1),
                "The origins of those addresses; the gallery shows pictures from no others."),
            .init("pageSize", .integer(1...500), "The most items that may be asked for at once (30)."),
            .init("quota", .object(quota), "How many requests it allows in a time."),
            .init("pace", .object(pace), "How quickly requests may follow each other."),
            .init("cache", .object(cache), "How long answers may be kept, in seconds."),
        ])

    private static let quota = ObjectForm(
        noun: "part of \"quota\"",
        members: [
            .init("requests", .integer(1...1_000_000), required: true, "How many."),
            .init("seconds", .integer(1...31_536_000), required: true, "In which time."),
        ])

    private static let pace = ObjectForm(
        noun: "part of \"pace\"",
        members: [
            .init("perSecond", .number(0.001...1000), required: true, "How many a second in the long run."),
            .init("burst", .integer(1...1000), required: true, "How many at once after a rest."),
        ])

    private static let seconds = Form.integer(0...31_536_000)

    private static let cache = ObjectForm(
        noun: "part of \"cache\"",
        members: [
            .init("usual", seconds, "Where the service does not say."),
            .init("least", seconds, "Whatever the service says."),
            .init("most", seconds, "Before they are dropped."),
        ])
}
