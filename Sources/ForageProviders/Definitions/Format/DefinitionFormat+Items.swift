internal import ForageCore

/// The parts of a definition that describe values and items.
extension DefinitionFormat {
    static let fullValue = ObjectForm(
        noun: "part of a value",
        members: [
            .init(
                "at", .text(.any),
                "A pointer from the item; from the answer if it starts with #, and from the record around it if it starts with ^."
            ),
            .init("first", .list(of: value, atLeast: 1), "The first of these values that exists."),
            .init("all", .list(of: value, atLeast: 1), "A list of all these values that exist."),
            .init("each", .text(.any), "A list; \"value\" is read from each of its elements."),
            .init(
                "where", .named("condition"),
                "A condition for the elements of \"each\", or several that must all be met; without it, all are read."
            ),
            .init("value", value, "The value to read from each element, or from what is looked up."),
            .init(
                "lookup", .text(.any),
                "A table, usually of the whole answer: an object, or a list; \"value\" is read from what \"named\" names."
            ),
            .init("named", value, "The name to look up."),
            .init("on", .text(.any), "Where the name is in each element, if the table is a list."),
            .init(
                "text", .text(.line),
                "A text with pointers such as {/id}; missing if one of them leads to nothing."),
            .init("when", .named("condition"), "The condition without which there is no value, or several."),
            .init("then", .list(of: transform, atMost: 8), "The transforms to apply, in order."),
        ])

    static let condition = ObjectForm(
        noun: "part of a condition",
        members: [
            .init("at", .text(.any), required: true, "A JSON Pointer to the value that is tested."),
            .init("is", comparison, "The text must be this, or one of these."),
            .init("not", comparison, "The text must be different from this, or from all of these."),
            .init("has", comparison, "The text must contain this, or one of these."),
            .init("lacks", comparison, "The text must not contain this, nor any of these."),
            .init("exists", .flag, "Whether there must be a value that is not null and not empty, or none."),
        ])

    private static let comparison = Form.either([
        .text(.any), .number(-1e15...1e15), .flag, .list(of: .text(.any), atLeast: 1, atMost: 50),
    ])

    private static let transform = Form.either([
        .choice(["html", "encode", "https", "number"]),
        .object(
            ObjectForm(
                noun: "transform",
                members: [
                    .init("prefix", .text(.any), "Adds a text before it."),
                    .init("suffix", .text(.any), "Adds a text after it."),
                    .init("drop", .text(.line), "Removes this from the beginning, if it is there."),
                    .init(
                        "after", .text(.line),
                        "Takes what follows the last occurrence of this; missing if there is none."),
                    .init(
                        "before", .text(.line),
                        "Takes what precedes the first occurrence of this; missing if there is none."),
                    .init(
                        "replace", .text(.line),
                        "Replaces the last occurrence of this by \"by\"; missing if there is none."),
                    .init("by", .text(.any), "The replacement for \"replace\"."),
                    .init("all", .flag, "Whether \"replace\" replaces every occurrence, if there is one."),
                    .init("split", .text(.any), "Makes a list of the parts between this."),
                    .init(
                        "take", .integer(-100...99),
                        "Takes one element of a list: 0 is the first, -1 the last."),
                    .init(
                        "html", .text(.attribute),
                        "Takes an attribute of the first such element out of HTML, such as img@src."),
                    .init("join", .text(.any), "Joins a list into one text, with this between its elements."),
                    .init("map", .map(of: .text(.any)), "Replaces it by the text that this map has for it."),
                    .init(
                        "else", .text(.any), "The result of \"map\" for any other text; missing if not given."
                    ),
                    .init("number", .number(-1e9...1e9), "Reads a number and multiplies it by this."),
                    .init(
                        "date", .text(.date), "The format of a date: its name, or a pattern such as D M Y."),
                ])),
    ])

    static let item = ObjectForm(
        noun: "field of an item",
        members: [
            .init("id", value, required: true, "The ID that the service uses for it."),
            .init("kind", value, "Its kind, if the provider has several."),
            .init("title", value, required: true, "Its title."),
            .init("page", value, required: true, "The address of its web page."),
            .init("summary", value, "A few sentences without markup."),
            .init("creator", .object(person), "Its creator."),
            .init("licence", .object(licence), "Its licence."),
            .init("via", .object(person), "The source that the service has it from."),
            .init(
                "catalogue", value,
                "The name of the provider whose catalogue it is from, if that is another one."),
            .init("published", value, "The time of its publication."),
            .init("tags", value, "Keywords."),
            .init("collection", value, "The series or album that it belongs to."),
            .init("duration", value, "Its duration: seconds, 1:02:03, or PT1H2M3S."),
            .init("chapters", value, "The address of its chapters, as in Podcasting 2.0."),
            .init("transcript", value, "The address of its transcript or subtitles."),
            .init("blurHash", value, "A blurred preview of its picture, as a BlurHash."),
            .init("alt", value, "A description of its picture for people who cannot see it."),
            .init("mature", value, "Whether it is for adults only: true or false."),
            .init("place", .object(place), "The place where it was taken."),
            .init("camera", .object(camera), "The camera that it was taken with."),
            .init("files", .list(of: .object(file)), "Its files."),
        ])

    private static let place = ObjectForm(
        noun: "part of \"place\"",
        members: [
            .init("name", value, "The name of the place."),
            .init("latitude", value, "The latitude in degrees, positive to the north."),
            .init("longitude", value, "The longitude in degrees, positive to the east."),
        ])

    private static let camera = ObjectForm(
        noun: "part of \"camera\"",
        members: [
            .init("name", value, "The maker and model."),
            .init("exposure", value, "The exposure time, such as 1/125."),
            .init("aperture", value, "The aperture, such as 4.0."),
            .init("focalLength", value, "The focal length, such as 37.0."),
            .init("iso", value, "The sensitivity."),
        ])

    private static let person = ObjectForm(
        noun: "part of a name",
        members: [.init("name", value, required: true, "The name."), .init("url", value, "The page.")])

    private static let licence = ObjectForm(
        noun: "part of \"licence\"",
        members: [
            .init("url", value, "The address of its terms; Creative Commons licences are recognised by it."),
            .init(
                "name", value,
                "Its name, if it is not recognised by its address; a Creative Commons licence is also recognised in a sentence."
            ),
            .init("id", value, "Its short name, if it is not recognised by its address."),
        ])

    private static let file = ObjectForm(
        noun: "part of a file",
        members: [
            .init(
                "role", .choice(Rendition.Role.allCases.map(\.rawValue)),
                "Its purpose; derived from its size if not given."),
            .init("each", .text(.any), "A list with a file in each of its elements, from which all is read."),
            .init(
                "where", .named("condition"),
                "The condition that an element of \"each\" must meet, or several."),
            .init("url", value, "Its address."),
            .init(
                "iiif", value,
                "The address of its IIIF image service, which gives copies of several sizes, instead of \"url\"."
            ),
            .init("size", value, "Its width and height in one text, such as 1024 x 768."),
            .init("width", value, "Its width in pixels."),
            .init("height", value, "Its height in pixels."),
            .init(
                "like", .object(sides),
                "The width and height of another size of it, to calculate its height from."),
            .init("below", value, "A number of pixels; the file is left out unless its width is smaller."),
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
            .init("request", .object(sampleRequest), required: true, "The request."),
            .init("asks", .text(.address), "The address that must be requested, without keys."),
            .init("headers", .map(of: .text(.any)), "The header fields of the answer that matter."),
            .init(
                "body", .anything, required: true,
                "The answer: the JSON itself, or a feed as a list of lines."),
            .init(
                "following", .list(of: .anything, atMost: 20),
                "The answers to the requests for the \"ids\" in the answer, in order."),
            .init(
                "items", .list(of: .object(expectedItem)), required: true,
                "All items in the answer, in order."),
            .init("next", .text(.line), "The cursor of the next page; null if there is none."),
            .init("total", .integer(0...Int.max), "The total number of items."),
            .init(
                "failure", .text(.line), "The service's own message, if it refuses; \"items\" is then []."),
        ])

    private static let sampleRequest = ObjectForm(
        noun: "request",
        members: [
            .init("search", .text(.line), "The words to search for."),
            .init(
                "browse", .text(.line), "The listing: \"latest\", or a day such as \"2024-05-31\"."),
            .init("file", .text(.line), "The SHA-1 of a file in hex."),
            .init("details", .text(.line), "The ID of an item."),
            .init("page", .text(.line), "The cursor of the page; the first page if not given."),
        ])

    private static let line = Form.text(.any)

    private static let expectedItem = ObjectForm(
        noun: "field of an item",
        members: [
            .init("id", line, required: true, "The ID that the service uses for it."),
            .init("kind", line, "Its kind."),
            .init("title", line, required: true, "Its title."),
            .init("page", line, required: true, "Its page."),
            .init("summary", line, "A few sentences."),
            .init("creator", .object(expectedPerson), "Its creator; null if none is named."),
            .init("licence", .object(expectedLicence), "Its licence; null if it is unknown."),
            .init("via", .object(expectedPerson), "The source that the service has it from."),
            .init("catalogue", line, "The provider whose catalogue it is from."),
            .init("published", line, "The time of its publication, such as 2024-05-31T00:00:00Z."),
            .init("tags", .list(of: line), "Keywords."),
            .init("collection", line, "The series or album."),
            .init("duration", .number(0...1e9), "Its duration in seconds."),
            .init("chapters", line, "The address of its chapters."),
            .init("transcript", line, "The address of its transcript."),
            .init("blurHash", line, "A blurred preview of its picture, as a BlurHash."),
            .init("alt", line, "A description of its picture."),
            .init("mature", .flag, "Whether it is for adults only."),
            .init("place", .object(expectedPlace), "The place where it was taken."),
            .init("camera", .object(expectedCamera), "The camera that it was taken with."),
            .init("files", .list(of: .object(expectedFile)), "Its files, in the order of the definition."),
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

    private static let expectedPlace = ObjectForm(
        noun: "part of \"place\"",
        members: [
            .init("name", line, "Its name."), .init("latitude", .number(-90...90), "Its latitude."),
            .init("longitude", .number(-180...180), "Its longitude."),
        ])

    private static let expectedCamera = ObjectForm(
        noun: "part of \"camera\"",
        members: [
            .init("name", line, "The maker and model."), .init("exposure", line, "The exposure time."),
            .init("aperture", line, "The aperture."), .init("focalLength", line, "The focal length."),
            .init("iso", .integer(1...10_000_000), "The sensitivity."),
        ])

    private static let expectedFile = ObjectForm(
        noun: "part of a file",
        members: [
            .init("role", line, required: true, "Its purpose."),
            .init("url", line, required: true, "Its address."),
            .init("width", .integer(1...1_000_000), "Its width."),
            .init("height", .integer(1...1_000_000), "Its height."), .init("type", line, "Its media type."),
        ])
}
