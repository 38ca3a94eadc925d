internal import Essentials
internal import ForageCore

extension SourceAnswer {
    /// What was read, behind what has to be as it was for that to be used.
    func written(under heading: [UInt8]) -> [UInt8] {
        var writer = ReadingWriter()
        writer.append(next)
        writer.append(total)
        writer.append(items) { $0.append($1) }
        writer.append(related.texts) { $0.append($1) }
        return Checksum.sealed(heading + writer.bytes)
    }
}

extension ReadingWriter {
    /// The item as its provider brought it.
    fileprivate mutating func append(_ item: Item) {
        append(item.id.local)
        append(item.kind.rawValue)
        append(item.title)
        append(item.pageURL.text)
        append(item.summary)
        append(item.declaredCatalogue?.name)
        append(item.collection)
        append(item.publishedAt?.timeIntervalSinceReferenceDate)
        append(item.downloadNotice?.text)
        append(item.tags) { $0.append($1) }
        append(item.renditions) { $0.append($1) }
        append(item.duration) { $0.append($1) }
        append(item.place) { $0.append($1) }
        append(item.camera) { $0.append($1) }
        append(item.blurHash?.description)
        append(item.altText)
        append(item.isMature) { $0.append(count: $1 ? 1 : 0) }
        append(item.attribution)
    }

    private mutating func append(_ rendition: Rendition) {
        append(rendition.role.rawValue)
        append(rendition.url.text)
        append(rendition.mediaType)
        append(count: rendition.size?.width ?? 0)
        append(count: rendition.size?.height ?? 0)
        append(rendition.sizeSource?.rawValue)
        append(rendition.template?.text)
    }

    private mutating func append(_ duration: Duration) {
        append(word: UInt64(bitPattern: duration.components.seconds))
        append(word: UInt64(bitPattern: duration.components.attoseconds))
    }

    private mutating func append(_ place: Place) {
        append(place.name)
        append(place.latitude)
        append(place.longitude)
    }

    private mutating func append(_ camera: Camera) {
        append(camera.name)
        append(camera.exposure)
        append(camera.aperture)
        append(camera.focalLength)
        append(camera.iso)
    }

    private mutating func append(_ credit: Attribution) {
        append(credit.title)
        append(credit.page.text)
        append(credit.source)
        append(credit.creator.fact) { writer, creator in
            writer.append(creator.name)
            writer.append(creator.url?.text)
        }
        append(credit.licence.fact) { writer, licence in
            writer.append(licence.id)
            writer.append(licence.name)
            writer.append(licence.url?.text)
        }
        append(credit.serviceLine) { $0.append($1) }
    }

    private mutating func append(_ link: NamedLink) {
        append(link.name)
        append(link.url.text)
    }
}
