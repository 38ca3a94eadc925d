internal import ForageCore
internal import Platform

extension Item {
    /// The item in the form of `docs/output.md`.
    var record: Record {
        let credits = sources.map(\.attribution.record)
        // It is usually that of the first source.
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
            "chapters": Fact(chapters?.text),
            "transcript": Fact(transcript?.text),
            "altText": Fact(altText),
            "content": isMature.map { .text($0 ? "mature" : "safe") },
        ])
    }
}

extension Item {
    /// The names of all possible members of the record, in order.
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
            ["chapters", "transcript", "altText", "content"],
        ].flatMap(\.self)
    }()
}

/// The name of a record, and the names of its members.
func names(_ name: String, _ inner: [String]) -> [String] { [name] + inner.map { "\(name).\($0)" } }

extension Item {
    /// The aspect ratio of the picture, if any file of the item states it.
    func aspectRatio(of picture: Rendition) -> Double? { (picture.size ?? size)?.aspectRatio }
}

extension Item {
    /// The names of the sources: as in the credit, or the provider's name if the source of an earlier provider has the
    /// same name.
    var sourceNames: [String] {
        var owners: [String: ProviderID] = [:]
        return sources.map { source in
            let name = source.attribution.source.name
            let owner = owners[name, default: source.provider]
            owners[name] = owner
            return owner == source.provider ? name : source.provider.name
        }
    }

    /// The other sources, each name once, with the page of the item there.
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
    /// The record of a licence with its permissions and duties, or those of all sources together.
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
