internal import ForageCore

/// How the service is asked.
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

    /// A level without a word is what the service does unasked.
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
