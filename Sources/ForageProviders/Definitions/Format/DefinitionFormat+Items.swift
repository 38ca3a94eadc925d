internal import ForageCore

/// The parts of a definition that describe values and items.
extension DefinitionFormat {
    static let fullValue = ObjectForm(
        noun: "part of a value",
        members: [
            .init("at", .text(.any), "A JSON Pointer from the item, or with # before it from the answer."),
            .init("first", .list(of: value, atLeast: 1), "The first of these values that is there."),
            .init("all", .list(of: value, atLeast: 1), "All of these values that are there, as a list."),
            .init("each", .text(.any), "A list whose elements \"value\" is read of."),
            .init("where", .object(condition), "Which elements of \"each\" are read; all if left out."),
            .init("value", value, "What is read of each element."),
            .init("text", .text(.line), "A text with places such as {/id}; nothing if one is missing."),
            .init("then", .list(of: transform, atMost: 8), "What is done to it, in order."),
        ])

    private static let condition = ObjectForm(
        noun: "part of a condition",
        members: [
            .init("at", .text(.any), required: true, "A JSON Pointer from the element to a text."),
            .init("has", .text(.line), required: true, "What is part of that text."),
        ])

    private static let transform = Form.either([
        .choice(["html", "encode", "https", "number"]),
        .object(
            ObjectForm(
                noun: "transform",
                members: [
                    .init("prefix", .text(.any), "Puts a text before it."),
                    .init("suffix", .text(.any), "Puts a text behind it."),
                    .init("drop", .text(.line), "Takes a beginning away, where the text has it."),
                    .init("after", .text(.line), "Keeps what follows the last place of this; else nothing."),
                    .init(
                        "before", .text(.line), "Keeps what precedes the first place of this; else nothing."),
                    .init(
                        "replace", .text(.line), "Replaces the last place of this by \"by\"; else nothing."),
                    .init("by", .text(.any), "What \"replace\" puts there."),
                    .init("join", .text(.any), "Makes one text of a list, with this between."),
                    .init("map", .map(of: .text(.any)), "Replaces it by the text under its name."),
                    .init("else", .text(.any), "What \"map\" makes of any other; nothing if left out."),
                    .init("number", .number(-1e9...1e9), "Reads a number and multiplies it by this."),
                    .init("date", .choice(DateForm.allCases.map(\.rawValue)), "How a date is written."),
                ])),
    ])

    static let item = ObjectForm(
        noun: "field of an item",
        members: [
            .init("id", value, required: true, "The service's own name for it."),
            .init("kind", value, "Its kind, where the provider has several."),
            .init("title", value, required: true, "Its title."),
            .init("page", value, required: true, "Its page for people."),
            .init("summary", value, "A few sentences without markup."),
            .init("creator", .object(person), "Who made it."),
            .init("licence", .object(licence), "What may be done with it."),
            .init("via", .object(person), "Where the service itself has it from."),
            .init(
                "catalogue", value,
                "The name of the provider whose catalogue it is from, where that is another."),
            .init("published", value, "When it was published."),
            .init("tags", value, "Words that describe it."),
            .init("collection", value, "The series or album that it belongs to."),
            .init("duration", value, "How long it plays: seconds, or 1:02:03."),
            .init("blurHash", value, "How its picture looks, as a BlurHash."),
            .init("alt", value, "What its picture shows, for those who do not see it."),
            .init("mature", value, "Whether it is for adults only: true or false."),
            .init("files", .list(of: .object(file)), "Its files."),
        ])

    private static let person = ObjectForm(
        noun: "part of a name",
        members: [.init("name", value, required: true, "The name."), .init("url", value, "The page.")])

    private static let licence = ObjectForm(
        noun: "part of \"licence\"",
        members: [
            .init("url", value, "Where it can be read; Creative Commons' are known by it."),
            .init("name", value, "Its name, where the address does not tell."),
            .init("id", value, "Its short name, where the address does not tell."),
        ])

    private static let file = ObjectForm(
        noun: "part of a file",
        members: [
            .init(
                "role", .choice(Rendition.Role.allCases.map(\.rawValue)), required: true, "What it is for."),
            .init("url", value, required: true, "Where it is."),
            .init("width", value, "Its width in pixels."),
            .init("height", value, "Its height in pixels."),
            .init("like", .object(sides), "The sides of another size of it, from which its height follows."),
            .init("below", value, "A number of pixels: the file is left out unless its width is less."),
            .init("type", value, "Its media type."),
        ])

    private static let sides = ObjectForm(
        noun: "part of \"like\"",
        members: [
            .init("width", value, required: true, "The width of that size."),
            .init("height", value, required: true, "The height of that size."),
        ])
}

// MARK: - Samples

extension DefinitionFormat {
    static let sample = ObjectForm(
        noun: "part of a sample",
        members: [
            .init("request", .object(sampleRequest), required: true, "What was asked."),
            .init("asks", .text(.address), "The address that is asked for it, keys left out."),
            .init("headers", .map(of: .text(.any)), "Header fields of the answer that matter."),
            .init("body", .anything, required: true, "The answer: JSON as it is, a feed as a list of lines."),
            .init("items", .list(of: .object(expectedItem)), required: true, "Every item of it, in order."),
            .init("next", .text(.line), "The provider's word for the next page; null for none."),
            .init("total", .integer(0...Int.max), "How many there are in all."),
            .init(
                "failure", .text(.line), "The service's own words, where it refuses; \"items\" is then []."),
        ])

    private static let sampleRequest = ObjectForm(
        noun: "request",
        members: [
            .init("search", .text(.line), "Words that were searched for."),
            .init(
                "browse", .text(.line), "The listing: \"latest\", or that of a day such as \"2024-05-31\"."),
            .init("details", .text(.line), "The id of an item."),
            .init("page", .text(.line), "The provider's word for the page; left out, the first."),
        ])

    private static let line = Form.text(.any)

    private static let expectedItem = ObjectForm(
        noun: "field of an item",
        members: [
            .init("id", line, required: true, "The service's own name for it."),
            .init("kind", line, "Its kind."),
            .init("title", line, required: true, "Its title."),
            .init("page", line, required: true, "Its page."),
            .init("summary", line, "A few sentences."),
            .init("creator", .object(expectedPerson), "Who made it; null where nobody is named."),
            .init("licence", .object(expectedLicence), "What may be done with it; null where it is unknown."),
            .init("via", .object(expectedPerson), "Where the service itself has it from."),
            .init("catalogue", line, "The provider whose catalogue it is from."),
            .init("published", line, "When it was published, such as 2024-05-31T00:00:00Z."),
            .init("tags", .list(of: line), "Words that describe it."),
            .init("collection", line, "The series or album."),
            .init("duration", .number(0...1e9), "How many seconds it plays."),
            .init("blurHash", line, "How its picture looks, as a BlurHash."),
            .init("alt", line, "What its picture shows."),
            .init("mature", .flag, "Whether it is for adults only."),
            .init("files", .list(of: .object(expectedFile)), "Its files, in the definition's order."),
        ])

    private static let expectedPerson = ObjectForm(
        noun: "part of a name",
        members: [.init("name", line, required: true, "The name."), .init("url", line, "The page.")])

    private static let expectedLicence = ObjectForm(
        noun: "part of \"licence\"",
        members: [
            .init("id", line, required: true, "Its short name."), .init("name", line, "Its name."),
            .init("url", line, "Its page."),
        ])

    private static let expectedFile = ObjectForm(
        noun: "part of a file",
        members: [
            .init("role", line, required: true, "What it is for."),
            .init("url", line, required: true, "Where it is."),
            .init("width", .integer(1...1_000_000), "Its width."),
            .init("height", .integer(1...1_000_000), "Its height."), .init("type", line, "Its media type."),
        ])
}
