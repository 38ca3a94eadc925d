extension LibraryPhoto {
    /// The photo as lists have it.
    ///
    /// Older photos are told in the manner of their year, and some lack what most have.
    func json(foundBy words: String) -> JSONLiteral { .object(record(foundBy: words)) }

    /// The photo with everything known of it.
    var fullJSON: JSONLiteral {
        .object(
            record(foundBy: "") + [
                ("exif", exif), ("location", location), ("meta", ["index": true]),
                ("public_domain", .bool(false)), ("views", .number(likes * 97)),
                ("downloads", .number(likes * 3)),
                ("topics", []),
            ])
    }

    private func record(foundBy words: String) -> [(String, JSONLiteral)] {
        var members: [(String, JSONLiteral)] = [
            ("id", .string(id)), ("slug", .string(slug)), ("created_at", .string(time)),
            ("updated_at", "2025-11-20T08:00:00Z"), ("promoted_at", likes > 600 ? .string(time) : nil),
        ]
        members += sides
        members += [
            ("color", .string(pick(["#26402b", "#d9c0a6", "#0c2640"], as: "colour"))),
            ("blur_hash", isOne(in: 5, like: "blur") ? nil : "LHF5?xYk^6#M@-5c,1J5@[or[Q6."),
            ("description", isOne(in: 2, like: "description") ? nil : .string(description)),
        ]
        if !isOne(in: 9, like: "alternative") {
            members.append(
                ("alt_description", .string("\(item.title.lowercased()) in \(season), seen from afar")))
        }
        members += [
            ("breadcrumbs", []), ("urls", urls(foundBy: words)), ("links", links(foundBy: words)),
            ("likes", .number(likes)), ("liked_by_user", false), ("current_user_collections", []),
            ("sponsorship", isSponsored ? sponsorship : nil), ("topic_submissions", [:]),
            ("premium", .bool(isPlus)), ("plus", .bool(isPlus)),
        ]
        if !isOne(in: 19, like: "anonymous") { members.append(("user", user)) }
        return members + [("tags", tags)]
    }

    /// Null while a photo is being prepared, and now and then in quotes.
    private var sides: [(String, JSONLiteral)] {
        if isOne(in: 21, like: "unprepared") { return [("width", nil), ("height", nil)] }
        if isOne(in: 15, like: "quoted") {
            return [("width", .string("\(size.width)")), ("height", .string("\(size.height)"))]
        }
        return [("width", .number(size.width)), ("height", .number(size.height))]
    }

    private var description: String { "\(item.title), \(season) in \(item.place)" }
    private var season: String { pick(CommonWords.seasons, as: "season") }

    /// With an offset until 2019, in universal time since.
    private var time: String { "\(day)T09:30:00" + (date.year < 2020 ? "-05:00" : "Z") }
}

// MARK: - Addresses

extension LibraryPhoto {
    /// What tells the service where a photo was found.
    func trace(of words: String) -> String { "M3w5OTk5fDB8" + String("\(id) \(words)".stableHash, radix: 36) }

    func fileURL(foundBy words: String) -> String {
        "https://\(host)/\(picture)?ixid=\(trace(of: words))&ixlib=rb-4.1.0"
    }

    private func urls(foundBy words: String) -> JSONLiteral {
        let raw = fileURL(foundBy: words)
        let small = raw + "&crop=entropy&cs=tinysrgb&fit=max&fm=png&q=80"
        return [
            "raw": .string(raw), "full": .string(raw + "&crop=entropy&cs=srgb&fm=png&q=85"),
            "regular": .string(small + "&w=1080"), "small": .string(small + "&w=400"),
            "thumb": .string(small + "&w=200"),
            "small_s3": .string("https://s3.us-west-2.amazonaws.com/images.unsplash.com/small/\(picture)"),
        ]
    }

    private func links(foundBy words: String) -> JSONLiteral {
        let query = "ixid=\(trace(of: words))"
        return [
            "self": .string("https://api.unsplash.com/photos/\(slug)"),
            "html": .string("https://unsplash.com/photos/\(slug)"),
            "download": .string("https://unsplash.com/photos/\(id)/download?\(query)"),
            "download_location": .string("https://api.unsplash.com/photos/\(id)/download?\(query)"),
        ]
    }
}
