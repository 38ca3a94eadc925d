internal import ForageCore

extension FlickrPhoto {
    /// What the service documents of a photo in a list, with what is asked for of each. Of its files two are there for
    /// every photo; to look for the others in each record would take longer than to read it.
    static let shape: RecordShape = [
        "secret": .text, "server": .text, "title": .text.orNothing, "license": .number,
        "description": .object, "description/_content": .text.orNothing, "dateupload": .number,
        "ownername": .text,
        "tags": .text.orNothing, "latitude": .number, "longitude": .number, "media": .text,
        "url_q": .text, "width_q": .number, "height_q": .number,
        "url_m": .text, "width_m": .number, "height_m": .number,
    ]

    /// What it documents of a photo that is told by itself.
    static let fullShape: RecordShape = [
        "secret": .text, "server": .text, "license": .number, "title": .object,
        "title/_content": .text.orNothing,
        "description": .object, "description/_content": .text.orNothing, "owner/username": .text,
        "owner/realname": .text.orMissing, "dates": .object, "dates/posted": .number, "media": .text,
        "tags": .object, "tags/tag": .list.orNothing, "tags/tag/*/raw": .text, "tags/tag/*/_content": .text,
        "location": .object.orMissing, "location/latitude": .number, "location/longitude": .number,
        "location/locality": .object.orMissing, "location/locality/_content": .text.orMissing,
        "location/region": .object.orMissing, "location/region/_content": .text.orMissing,
        "location/country": .object.orMissing, "location/country/_content": .text.orMissing,
    ]

    /// What it documents of a list.
    static let listShape: RecordShape = ["pages": .number, "total": .number.orNothing]

    /// What it documents of each file of a photo that is told by itself.
    static let fileShape: RecordShape = ["label": .text, "width": .number, "height": .number]
}
