/// Who took a photo, where and with what, and how it is found.
extension LibraryPhoto {
    private var photographer: String {
        pick(CommonWords.firstNames, as: "first name") + " " + pick(CommonWords.lastNames, as: "last name")
    }

    /// Some go by one name alone, and some names have a space too many.
    var user: JSONLiteral {
        let names = photographer.split(separator: " ").map(String.init)
        let username = names.joined(separator: "_").lowercased()
        let hasOneName = isOne(in: 11, like: "one name")
        let spoken = isOne(in: 8, like: "wide name") ? "\(names[0])  \(names[1]) " : photographer
        return [
            "id": .string(String(username.stableHash, radix: 36)), "updated_at": "2025-11-20T08:00:00Z",
            "username": .string(username), "name": .string(hasOneName ? names[0] : spoken),
            "first_name": .string(names[0]), "last_name": hasOneName ? nil : .string(names[1]),
            "twitter_username": nil, "portfolio_url": nil,
            "bio": .string("Mostly \(item.category.plural).\r\n"), "location": .string(item.place),
            "links": [
                "self": .string("https://api.unsplash.com/users/\(username)"),
                "html": .string("https://unsplash.com/@\(username)"),
                "photos": .string("https://api.unsplash.com/users/\(username)/photos"),
            ],
            "profile_image": ["small": .string("https://images.unsplash.com/profile-\(username)?w=32&h=32")],
            "total_likes": 25, "total_photos": 22, "accepted_tos": true, "for_hire": false,
        ]
    }

    var sponsorship: JSONLiteral {
        [
            "impression_urls": ["https://advertiser.example/seen?n=1"], "tagline": "Made to be seen",
            "tagline_url": "https://advertiser.example/", "sponsor": user,
        ]
    }

    var exif: JSONLiteral {
        if isOne(in: 4, like: "no exif") {
            return [
                "make": nil, "model": nil, "name": nil, "exposure_time": nil, "aperture": nil,
                "focal_length": nil, "iso": nil,
            ]
        }
        let model = pick(["K-7", "Lark 2", "Meridian III"], as: "model")
        return [
            "make": "Heron", "model": .string("Heron \(model)"), "name": .string("Heron, \(model)"),
            "exposure_time": .string(pick(["1/60", "1/250", "1/2000"], as: "exposure")),
            "aperture": .string(pick(["1.8", "5.6", "11.0"], as: "aperture")),
            "focal_length": .string(pick(["24.0", "50.0", "300.0"], as: "focal length")),
            "iso": .number(pick([100, 400, 1600], as: "iso")),
        ]
    }

    /// Nothing is at zero degrees in both directions: that is how the service says that it does not know.
    var location: JSONLiteral {
        if isOne(in: 3, like: "no place") {
            return ["name": nil, "city": nil, "country": nil, "position": ["latitude": 0, "longitude": 0]]
        }
        let region = pick(CommonWords.regions, as: "region")
        return [
            "name": .string("\(item.place), \(region)"), "city": .string(item.place),
            "country": .string(region),
            "position": [
                "latitude": .decimal(Double(pick(Array(-60...60), as: "latitude")) + 0.25),
                "longitude": .decimal(Double(pick(Array(-170...170), as: "longitude")) + 0.5),
            ],
        ]
    }

    /// The first word brings a whole page about itself, as the service has it.
    var tags: JSONLiteral {
        let subject = item.head.isEmpty ? item.category.singular : item.head
        let landing: JSONLiteral = [
            "type": "landing_page", "title": .string(subject),
            "source": [
                "title": .string("\(subject.capitalisedFirst) images"), "subtitle": "Pictures to look at",
                "description": .string(item.summary),
                "cover_photo": ["id": .string(id), "description": "Not a result", "urls": [:], "user": user],
            ],
        ]
        let others = [item.category.singular, item.place, item.category.theme.lowercased()]
        return .array([landing] + others.map { ["type": "search", "title": .string($0)] })
    }
}
