internal import JSON

/// A required value that is not there.
struct Lack: Error, CustomStringConvertible {
    let value: JSONValue

    var description: String { "\(value.pointer) is missing." }
}

extension JSONValue {
    fileprivate func required<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws -> Value {
        guard let value = read(self[key]) else { throw Lack(value: self[key]) }
        return value
    }
}

extension Page {
    init(_ bytes: [UInt8]) throws {
        let root = try JSONDocument(bytes).root
        total = try root.required("total", \.int)
        results = try root["results"].elements.map(Photo.init)
    }
}

extension Photo {
    init(_ value: JSONValue) throws {
        id = try value.required("id", \.string)
        createdAt = try value.required("createdAt", \.string)
        width = try value.required("width", \.int)
        height = try value.required("height", \.int)
        color = value["color"].string
        description = value["description"].string
        summary = value["summary"].string
        likes = try value.required("likes", \.int)
        score = try value.required("score", \.double)
        likedByUser = try value.required("likedByUser", \.bool)
        user = try User(value["user"])
        urls = try Addresses(value["urls"])
        place = Place(value["place"])
        tags = value["tags"].elements.compactMap(\.string)
    }
}

extension Photo.User {
    init(_ value: JSONValue) throws {
        id = try value.required("id", \.string)
        username = try value.required("username", \.string)
        name = try value.required("name", \.string)
        location = value["location"].string
        portfolio = value["portfolio"].string
        totalPhotos = try value.required("totalPhotos", \.int)
    }
}

extension Photo.Addresses {
    init(_ value: JSONValue) throws {
        raw = try value.required("raw", \.string)
        full = try value.required("full", \.string)
        regular = try value.required("regular", \.string)
        small = try value.required("small", \.string)
        thumb = try value.required("thumb", \.string)
    }
}

extension Photo.Place {
    init(_ value: JSONValue) {
        latitude = value["latitude"].double
        longitude = value["longitude"].double
    }
}
