internal import ForageCore
internal import Platform

extension Item {
    /// The item as `docs/output.md` describes it.
    var record: Record {
        let credits = sources.map(\.attribution.record)
        // Mostly that of the first source.
        let credit = attribution == sources.first?.attribution ? credits.first : nil
        return Record([
            "id": .text(id.description),
            "kind": .text(kind.rawValue),
            "title": .text(title),
            "summary": Fact(summary),
            "pageURL": .text(pageURL.text),
            "creator": creator.fact.map { .record($0.record) },
            "licence": licence.fact.map { .record($0.record(terms)) },
            "attribution": .record(credit ?? attribution.record),
            "sources": .list(zip(sources, credits).map { .record($0.record(crediting: $1)) }),
            "renditions": .list(renditions.map { .record($0.record) }),
            "size": size.map { .record($0.record) },
            "publishedAt": publishedAt.map { .text($0.iso8601) },
            "tags": .list(tags.map(Fact.text)),
            "collection": Fact(collection),
            "seconds": duration.map { .whole($0.count(of: .seconds(1))) },
            "place": place.map { .record($0.record) },
            "camera": camera.map { .record($0.record) },
            "altText": Fact(altText),
            "content": isMature.map { .text($0 ? "mature" : "safe") },
        ])
    }
}

extension Item {
    /// The names of all that may be in the record, in its order.
    static let recordNames: [String] = {
        let link = ["name", "url"]
        let licence = names("licence", ["id", "name", "url", "permissions", "duties"])
        let attribution = names(
            "attribution", ["text", "html", "markdown"] + names("source", link) + names("serviceLine", link))
        return [
            ["id", "kind", "title", "summary", "pageURL"],
            names("creator", link), licence, attribution,
            names("sources", ["provider", "id", "pageURL"] + licence + attribution),
            names("renditions", ["role", "url", "type", "width", "height", "sizeSource", "template"]),
            names("size", ["width", "height"]),
            ["publishedAt", "tags", "collection", "seconds"],
            names("place", ["name", "latitude", "longitude"]),
            names("camera", ["name", "exposure", "aperture", "focalLength", "iso"]),
            ["altText", "content"],
        ].flatMap(\.self)
    }()
}

/// The name of a record, and those of what is in it.
func names(_ name: String, _ inner: [String]) -> [String] { [name] + inner.map { "\(name).\($0)" } }

extension Item {
    /// The width over the height of the picture, where any file of the item tells.
    func aspectRatio(of picture: Rendition) -> Double? { (picture.size ?? size)?.aspectRatio }
}

extension Item {
    /// What each of its sources is called: as its credit names it, or as the provider is called where another goes by
    /// that name, because it has the item from there.
    var sourceNames: [String] {
        var owners: [String: ProviderID] = [:]
        return sources.map { source in
            let name = source.attribution.source.name
            let owner = owners[name, default: source.provider]
            owners[name] = owner
            return owner == source.provider ? name : source.provider.name
        }
    }

    /// Where else than at its first source it is, each place once, with its page there.
    var otherPlaces: [NamedLink] {
        let names = sourceNames
        var met = Set(names.prefix(1))
        return zip(names, sources).compactMap { name, source in
            met.insert(name).inserted ? NamedLink(name, source.pageURL) : nil
        }
    }
}

extension Attribution {
    var record: Record {
        Record([
            "text": .text(text), "html": .text(html), "markdown": .text(markdown),
            "source": .record(source.record), "serviceLine": serviceLine.map { .record($0.record) },
        ])
    }
}

extension PixelSize {
    var record: Record { Record(["width": .whole(width), "height": .whole(height)]) }
}

extension Creator {
    fileprivate var record: Record { Record(["name": .text(name), "url": Fact(url?.text)]) }
}

extension Licence {
    /// With what it allows and asks for, or what the licences of all sources do together.
    fileprivate func record(_ terms: LicenceTerms?) -> Record {
        Record([
            "id": .text(id), "name": .text(name), "url": Fact(url?.text),
            "permissions": terms.map { .list($0.permissions.sorted().map { .text($0.rawValue) }) },
            "duties": terms.map { .list($0.duties.sorted().map { .text($0.rawValue) }) },
        ])
    }
}

extension NamedLink {
    fileprivate var record: Record { Record(["name": .text(name), "url": .text(url.text)]) }
}

extension ItemSource {
    fileprivate func record(crediting credit: Record) -> Record {
        Record([
            "provider": .text(provider.name),
            "id": .text(id.description),
            "pageURL": .text(pageURL.text),
            "licence": attribution.licence.fact.map { .record($0.record($0.terms)) },
            "attribution": .record(credit),
        ])
    }
}

extension Rendition {
    fileprivate var record: Record {
        Record([
            "role": .text(role.rawValue),
            "url": .text(url.text),
            "type": Fact(mediaType),
            "width": (size?.width).map(Fact.whole),
            "height": (size?.height).map(Fact.whole),
            "sizeSource": Fact(size == nil ? nil : sizeSource?.rawValue),
            "template": Fact(template?.text),
        ])
    }
}

extension Place {
    fileprivate var record: Record {
        Record([
            "name": Fact(name), "latitude": latitude.map(Fact.decimal),
            "longitude": longitude.map(Fact.decimal),
        ])
    }
}

extension Camera {
    fileprivate var record: Record {
        Record([
            "name": Fact(name), "exposure": Fact(exposure), "aperture": Fact(aperture),
            "focalLength": Fact(focalLength), "iso": iso.map(Fact.whole),
        ])
    }
}
