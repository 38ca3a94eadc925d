internal import ForageCore

extension UnsplashPhoto {
    /// What the service documents of a photo in a list.
    static let shape: RecordShape = [
        "created_at": .text, "width": .number.orNothing, "height": .number.orNothing,
        "description": .text.orNothing, "alt_description": .text.orNothing,
        "urls": .object, "urls/raw": .text, "urls/full": .text, "urls/regular": .text, "urls/small": .text,
        "urls/thumb": .text, "links": .object, "links/html": .text, "links/download_location": .text,
        "user": .object, "user/username": .text, "user/name": .text, "user/first_name": .text,
        "user/last_name": .text.orNothing, "user/links": .object, "user/links/html": .text,
        "tags": .list.orMissing, "tags/*/title": .text, "premium": .flag.orMissing, "plus": .flag.orMissing,
    ]

    /// What it documents beside that of a photo that is told by itself.
    static let fullShape: RecordShape = [
        "exif": .object, "exif/make": .text.orNothing, "exif/model": .text.orNothing,
        "exif/name": .text.orNothing,
        "exif/exposure_time": .text.orNothing, "exif/aperture": .text.orNothing,
        "exif/focal_length": .text.orNothing, "exif/iso": .number.orNothing,
        "location": .object.orNothing, "location/name": .text.orNothing, "location/city": .text.orNothing,
        "location/country": .text.orNothing, "location/position": .object.orNothing,
        "location/position/latitude": .number.orNothing, "location/position/longitude": .number.orNothing,
    ]
}
