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
            .init("about", .object(info), required: true, "The description of the provider."),
            .init("search", .object(endpoint), "The request for a search."),
            .init("browse", .object(endpoint), "The request for the list of what is new or interesting."),
            .init(
                "day", .object(endpoint),
                "The request for the list of a past day, with the placeholder {day}."),
            .init(
                "file", .object(endpoint),
                "The request for the items with a file, with the placeholder {sha1}."),
            .init("details", .object(details), "The request for one item by its ID."),
            .init("paging", .object(paging), "How to request further pages; without it, there is one page."),
            .init(
                "format", .choice(["json", "feed"]),
                "The format of the answers: JSON, or a feed (RSS or Atom)."),
            .init(
                "items", places,
                "A pointer to the list of items in an answer; * is any element of a list or member of an object. Of several, the first that the answer has is used."
            ),
            .init(
                "where", .named("condition"),
                "The condition that an item must meet, or several; the others are left out."),
            .init("order", value, "A number in each item that orders the list, smallest first."),
            .init(
                "none", marker,
                "What an answer contains instead of the list if nothing was found: a place, or conditions."),
            .init("total", value, "The total number of items."),
            .init("failure", value, "The service's own message about a failure."),
            .init("item", .object(item), required: true, "What to read from each item."),
            .init(
                "shape", .map(of: .choice(RecordShape.Form.words)),
                "What the service documents about every item: the type of each member by its path, such as /tags/*/name; a path with # starts at the whole answer."
            ),
            .init(
                "samples", .list(of: .object(sample), atLeast: 1, atMost: 20), required: true,
                "Answers of the service, to check the definition with."),
        ])

    /// The form of a file that is still being written: its samples may be missing or of any form.
    static let unfinishedRoot = ObjectForm(
        noun: root.noun,
        members: root.members.filter { $0.name != "samples" } + [
            .init("samples", .anything, "Answers of the service, which are not checked yet.")
        ])

    /// The form of a file whose provider is run by a program.
    static let rootWithProgram = ObjectForm(
        noun: "part of a definition with a program",
        members: [
            .init("$schema", .text(.mark), required: true, "Marks the file as a definition."),
            .init("about", .object(info), required: true, "The description of the provider."),
            .init("program", .object(program), required: true, "The program that runs the provider."),
        ])

    /// Forms that are recursive or used in many places, by name.
    static let named: [String: Form] = [
        "value": .either([.text(.any), .object(fullValue)]),
        "condition": .either([.object(condition), .list(of: .object(condition), atLeast: 1, atMost: 8)]),
    ]

    static let value = Form.named("value")

    /// The place of a list, or several of which the first is used that an answer has.
    static let places = Form.either([.text(.any), .list(of: .text(.any), atLeast: 1, atMost: 4)])

    /// The mark of an answer that has nothing.
    private static let marker = Form.either([.text(.any), .named("condition")])

    static let link = ObjectForm(
        noun: "part of a link",
        members: [
            .init("name", .text(.line), required: true, "The text to show."),
            .init("url", .text(.address), required: true, "The address that it leads to."),
        ])
}

/// The parts of a definition that describe requests.
extension DefinitionFormat {
    private static let texts = Form.map(of: .text(.any))

    private static let request: [ObjectForm.Member] = [
        .init(
            "url", .text(.line), required: true, "The address, with placeholders such as {id} after the host."
        ),
        .init(
            "query", texts, "The query of the address; an item whose placeholder has no value is left out."),
        .init(
            "headers", .map(of: .text(.line)),
            "The header fields; their placeholders are keys, {time} and signatures such as {sha1:key.apiKey+key.secret+time}."
        ),
        .init("body", .anything, "JSON to send with POST, with placeholders in its texts."),
    ]

    static let endpoint = ObjectForm(
        noun: "part of a request",
        members: request + [
            .init("filters", .object(filters), "The filters that the service applies itself."),
            .init(
                "orders", .object(orders),
                "The orders that the service supports in addition to relevance, as query items."),
            .init("items", places, "Where the list of items is, if it differs from the usual place."),
            .init(
                "ids", value,
                "Where the IDs are, if an answer has nothing else; each is looked up with \"details\"."
            ),
            .init("longest", .integer(1...2_000), "The maximum number of characters of {text}."),
        ])

    static let details = ObjectForm(
        noun: "part of a request",
        members: request + [
            .init(
                "items", places, "Where the list with the item is, if it differs from the usual place."),
            .init("record", places, "Where the item itself is, if the answer has no list."),
            .init(
                "none", marker, "What an answer contains if the item does not exist: a place, or conditions."),
        ])

    private static let filters = ObjectForm(
        noun: "filter that a service can apply",
        members: [
            .init("orientation", .object(choiceFilter(Filter.Orientation.self)), "The shape."),
            .init("hue", .object(choiceFilter(Filter.Hue.self)), "The colour."),
            .init("licence", .object(licenceFilter), "The licence."),
            .init("content", .object(contentFilter), "The content: suitable for everyone, or any."),
            .init("after", .object(dayFilter), "The day of publication: that day or later."),
            .init("before", .object(dayFilter), "The day of publication: before that day."),
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
                            .init($0, .text(.line), "The service's word for it, in any version.")
                        })), required: true,
                "The licences that the service knows. Those that allow what the query requires are requested."
            ),
            .init("separator", .text(.any), "The separator between several of them (a comma)."),
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
                    required: true, "The service's words for the values."),
            ])
    }

    private static let dayFilter = ObjectForm(
        noun: "part of a filter",
        members: [
            .init("query", .text(.line), required: true, "The name of the query item."),
            .init("as", .choice(["day", "seconds"]), required: true, "The format of the day."),
        ])

    private static let orders = ObjectForm(
        noun: "order",
        members: [Order.newest, .interesting].map { .init($0.rawValue, texts, "Its query items.") })

    static let paging = ObjectForm(
        noun: "part of \"paging\"",
        members: [
            .init(
                "by", .choice(["page", "offset", "cursor", "link", "ids"]), required: true,
                "By {page}, by {offset}, by the service's own {cursor}, or by the address of the next page, in the answer or its Link header; with \"ids\", by taking some of the IDs."
            ),
            .init(
                "first", .either([.text(.line), .integer(0...1)]),
                "The number of the first page (1) or item (0), or the first cursor as a text."),
            .init("next", value, "Where the next cursor is, or the address of the next page."),
            .init("pages", value, "The total number of pages."),
        ])
}

// MARK: - Provider

extension DefinitionFormat {
    private static let info = ObjectForm(
        noun: "part of \"about\"",
        members: [
            .init("id", .text(.providerName), required: true, "Its short name."),
            .init("name", .text(.line), required: true, "Its full name."),
            .init("summary", .text(.line), required: true, "What it offers, in one line."),
            .init("site", .text(.address), required: true, "Its website."),
            .init(
                "kinds", .list(of: .choice(Kind.allCases.map(\.rawValue)), atLeast: 1), required: true,
                "The kinds of items that it returns."),
            .init(
                "hosts", .list(of: .text(.origin), atLeast: 1), required: true,
                "Every origin that it sends requests to; requests and keys go nowhere else."),
            .init(
                "pictures", .list(of: .text(.pictures), atLeast: 1, atMost: 8),
                "How an address identifies a picture of any size: {} is a part of its name, * any text, # a number."
            ),
            .init("version", .integer(1...1_000_000), "A number that grows with each change (1)."),
            .init("enabled", .flag, "Whether it is on by default (true)."),
            .init(
                "groups", .list(of: .text(.providerName), atLeast: 1, atMost: 8),
                "The names of groups that it belongs to, such as \"museums\", which are turned on together."),
            .init("caution", .text(.line), "What does not work at present, shown when it is turned on."),
            .init("keys", .list(of: .object(key)), "The keys it needs."),
            .init("token", .object(token), "The token that the service issues for two of the keys."),
            .init(
                "settings", .list(of: .object(setting), atMost: 8),
                "What the user can choose, such as an instance of the service."),
            .init("terms", .object(terms), "The service's terms of use."),
        ])

    private static let program = ObjectForm(
        noun: "part of \"program\"",
        members: [
            .init(
                "command", .list(of: .text(.line), atLeast: 1), required: true,
                "The program and its arguments, run in the folder of this file."),
            .init(
                "answers", .list(of: .choice(["search", "browse", "days", "details"]), atLeast: 1),
                required: true, "The questions that it answers; \"days\" are lists of past days."),
            .init("pages", .flag, "Whether there can be several pages (false)."),
            .init(
                "filters", .list(of: .choice(Filter.Name.allCases.map(\.rawValue))),
                "The filters that the service applies itself."),
            .init(
                "orders", .list(of: .choice(Order.allCases.map(\.rawValue))),
                "The orders that the service supports in addition to relevance."),
            .init("memory", .integer(64...65_536), "The maximum memory in MiB (1024)."),
            .init(
                "keys", .list(of: .text(.keyName), atMost: 8),
                "The keys that the program itself gets, in the environment variables that they declare."),
        ])

    private static let key = ObjectForm(
        noun: "part of a key",
        members: [
            .init(
                "name", .text(.keyName), required: true, "Its name in the configuration and in {key.NAME}."),
            .init("variable", .text(.variable), required: true, "The environment variable with its value."),
            .init("page", .text(.address), required: true, "The page where you can get it."),
            .init(
                "required", .flag,
                "Whether every request needs it (true); if not, it must be a key for the token."),
        ])

    private static let setting = ObjectForm(
        noun: "part of a setting",
        members: [
            .init(
                "name", .text(.keyName), required: true,
                "Its name in the configuration and in {setting.NAME}."),
            .init(
                "type", .choice(["address", "text"]), required: true,
                "A web address, with which \"url\" can begin, or a text."),
            .init("default", .text(.line), required: true, "Its value if the user sets none."),
            .init("help", .text(.line), required: true, "What it is for, in one sentence."),
        ])

    /// The form of the client credentials of OAuth (RFC 6749, section 4.4).
    private static let token = ObjectForm(
        noun: "part of \"token\"",
        members: [
            .init(
                "url", .text(.address), required: true,
                "The address that issues it, at one of the hosts; it is sent with every request to them."),
            .init("id", .text(.keyName), required: true, "The name of the key with the client's ID."),
            .init("secret", .text(.keyName), required: true, "The name of the key with the client's secret."),
            .init(
                "quota", .object(quota),
                "The number of requests allowed with it, instead of that in \"terms\"."),
            .init(
                "pace", .object(pace), "The rate of requests allowed with it, instead of that in \"terms\"."),
        ])

    private static let terms = ObjectForm(
        noun: "part of \"terms\"",
        members: [
            .init("url", .text(.address), "The address of the terms."),
            .init("line", .object(link), "The line that must be shown with its results."),
            .init("hotlink", .flag, "Whether pictures must be shown from the service's own addresses."),
            .init(
                "pictures", .list(of: .text(.origin), atLeast: 1),
                "The origins of those addresses; the gallery shows pictures from no other origins."),
            .init("pageSize", .integer(1...500), "The maximum number of items in a page (30)."),
            .init("quota", .object(quota), "The number of requests that it allows."),
            .init("pace", .object(pace), "The rate of requests that it allows."),
            .init("cache", .object(cache), "How long answers may be cached, in seconds."),
        ])

    private static let quota = ObjectForm(
        noun: "part of \"quota\"",
        members: [
            .init("requests", .integer(1...1_000_000), required: true, "The number of requests."),
            .init("seconds", .integer(1...31_536_000), required: true, "The period in seconds."),
        ])

    private static let pace = ObjectForm(
        noun: "part of \"pace\"",
        members: [
            .init(
                "perSecond", .number(0.001...1000), required: true,
                "The number of requests per second in the long run."),
            .init(
                "burst", .integer(1...1000), required: true,
                "The number of requests allowed at once after a pause."),
        ])

    private static let seconds = Form.integer(0...31_536_000)

    private static let cache = ObjectForm(
        noun: "part of \"cache\"",
        members: [
            .init("usual", seconds, "The time if the service does not state one."),
            .init("least", seconds, "The minimum time, even if the service states less."),
            .init("most", seconds, "The maximum age; older answers are dropped."),
        ])
}
