internal import ForageCore

extension UnsplashProvider {
    /// A search in the service's own words for what the query asks.
    func search(_ query: Query) -> Endpoint {
        var endpoint = Endpoint.get("https://api.unsplash.com/search/photos")
            .query("query", .text(query.text))
            .query("content_filter", .text(query.content.word))
        if let order = query.order.word { endpoint = endpoint.query("order_by", .text(order)) }
        for filter in query.filters {
            switch filter {
            case .orientation(let shape): endpoint = endpoint.query("orientation", .text(shape.word))
            case .hue(let hue): endpoint = endpoint.query("color", .text(hue.rawValue))
            default: break
            }
        }
        return endpoint
    }

    /// The list of all photos, which cannot be asked for one colour.
    func listing(_ browse: Browse) throws(Unanswerable) -> Endpoint {
        guard !browse.filters.contains(where: { $0.name == .hue }) else {
            throw Unanswerable("Unsplash lists photos of every colour: search for something.")
        }
        return .get("https://api.unsplash.com/photos")
    }

    /// The number that stands for a page.
    func number(of page: PageRequest) throws(Unanswerable) -> Int {
        guard let cursor = page.cursor else { return 1 }
        guard let number = Int(cursor), number > 0 else {
            throw Unanswerable("“\(cursor.onOneLine)” is not a page of Unsplash: its pages have numbers.")
        }
        return number
    }

    func address(of item: ItemID) throws(Unanswerable) -> WebURL {
        // A step of dots alone would lead out of the photos.
        guard !item.local.allSatisfy({ $0 == "." }),
            let url = WebURL("https://api.unsplash.com/photos/\(PercentEncoding.encode(item.local))")
        else {
            throw Unanswerable(
                "“\(item)” names no photo of Unsplash; its ids look like unsplash:eOLpJytrbsQ.")
        }
        return url
    }

    /// Where leave to take a photo is asked: the address that came with it, if that is Unsplash's own.
    ///
    /// Its query says where the photo was found, so it is kept as it is.
    func downloadAddress(of item: Item) throws(Unanswerable) -> WebURL {
        if let notice = item.downloadNotice, about.origins.contains(notice.origin) { return notice }
        return try address(of: item.id).appending("/download")
    }
}

extension Endpoint {
    func page(_ number: Int, of page: PageRequest) -> Endpoint {
        query("page", .text("\(number)")).query("per_page", .text("\(page.size)"))
    }
}

extension Order {
    /// Nil where the service does so unasked.
    fileprivate var word: String? {
        switch self {
        case .relevance: nil
        case .newest: "latest"
        case .interesting: "editorial"
        }
    }
}

extension Filter.Content {
    fileprivate var word: String {
        switch self {
        case .safe: "high"
        case .any: "low"
        }
    }
}

extension Filter.Orientation {
    fileprivate var word: String {
        switch self {
        case .landscape: "landscape"
        case .portrait: "portrait"
        case .square: "squarish"
        }
    }
}

extension WebURL {
    fileprivate func appending(_ step: String) throws(Unanswerable) -> WebURL {
        guard let url = WebURL(text + step) else {
            throw Unanswerable("The address of the photo is too long.")
        }
        return url
    }
}
