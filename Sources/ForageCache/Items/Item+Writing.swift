internal import Essentials
package import ForageCore
internal import JSON

extension Item {
    /// The item as it is kept: all that its provider brought, in JSON. Its id is kept beside it.
    package var written: [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("kind", kind.rawValue)
                writer.member("title", title)
                writer.member("page", pageURL.text)
                writer.member("summary", summary)
                writer.member("catalogue", declaredCatalogue?.name)
                writer.member("collection", collection)
                writer.member("published", publishedAt?.timeIntervalSinceReferenceDate)
                writer.member("download", downloadNotice?.text)
                writer.member("tags", list: tags) { $0.string($1) }
                writer.member("renditions", list: renditions) { $0.rendition($1) }
                writer.member("duration", duration) { $0.duration($1) }
                writer.member("place", place) { $0.place($1) }
                writer.member("camera", camera) { $0.camera($1) }
                writer.member("blurHash", blurHash?.description)
                writer.member("altText", altText)
                writer.member("mature", isMature)
                writer.key("credit")
                attribution.write(to: &writer)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func rendition(_ rendition: Rendition) {
        object { writer in
            writer.member("role", rendition.role.rawValue)
            writer.member("url", rendition.url.text)
            writer.member("type", rendition.mediaType)
            writer.member("width", rendition.size?.width)
            writer.member("height", rendition.size?.height)
            writer.member("sizeBy", rendition.sizeSource?.rawValue)
            writer.member("template", rendition.template?.text)
        }
    }

    fileprivate mutating func duration(_ duration: Duration) {
        array { writer in
            writer.number(Int(duration.components.seconds))
            writer.number(Int(duration.components.attoseconds))
        }
    }

    fileprivate mutating func place(_ place: Place) {
        object { writer in
            writer.member("name", place.name)
            writer.member("latitude", place.latitude)
            writer.member("longitude", place.longitude)
        }
    }

    fileprivate mutating func camera(_ camera: Camera) {
        object { writer in
            writer.member("name", camera.name)
            writer.member("exposure", camera.exposure)
            writer.member("aperture", camera.aperture)
            writer.member("focalLength", camera.focalLength)
            writer.member("iso", camera.iso)
        }
    }
}
