internal import ForageCore

extension FlickrPhoto {
    /// What the service documents of a photo in a list, with what is asked for of each. Files and places are there
    /// only for photos that have them.
    static let shape: RecordShape = [
        "secret": .text, "server": .text, "title": .text.orNothing, "license": .number,
        "description": .object, "description/_content": .text.orNothing, "dateupload": .number,
        "ownername": .text,
        "tags": .text.orNothing, "latitude": .number, "longitude": .number, "media": .text,
        "o_width": .number.orMissing, "o_height": .number.orMissing,
        "url_q": .text, "width_q": .number, "height_q": .number,
        "url_t": .text.orMissing, "width_t": .number.orMissing, "height_t": .number.orMissing,
        "url_s": .text.orMissing, "width_s": .number.orMissing, "height_s": .number.orMissing,
        "url_n": .text.orMissing, "width_n": .number.orMissing, "height_n": .number.orMissing,
        "url_w": .text.orMissing, "width_w": .number.orMissing, "height_w": .number.orMissing,
        "url_m": .text, "width_m": .number, "height_m": .number,
        "url_z": .text.orMissing, "width_z": .number.orMissing, "height_z": .number.orMissing,
        "url_c": .text.orMissing, "width_c": .number.orMissing, "height_c": .number.orMissing,
        "url_l": .text.orMissing, "width_l": .number.orMissing, "height_l": .number.orMissing,
        "url_h": .text.orMissing, "width_h": .number.orMissing, "height_h": .number.orMissing,
        "url_k": .text.orMissing, "width_k": .number.orMissing, "height_k": .number.orMissing,
        "url_o": .text.orMissing, "width_o": .number.orMissing, "height_o": .number.orMissing,
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
