internal import ForageCore

/// Openverse as it would be read by a compiled provider, item for item what the definition reads.
struct OpenverseTwin {
    func page(of body: [UInt8]) throws -> Page {
        var reader = try DraftReader(Response(body: body))
        reader.readEach(in: reader.root["results"], as: draft)
        let total = reader.root["result_count"].int
        let pages = reader.root["page_count"].int ?? 1
        return try reader.page(next: pages > 1 ? "2" : nil, total: total)
    }

    private func draft(_ json: Field) throws(ProviderError) -> Draft {
        var draft = Draft(
            localID: try json["id"].required(\.text), kind: .photo, title: try title(json),
            page: try json["foreign_landing_url"].required(\.webURL))
        draft.creator = Creator(name: json["creator"].text, url: json["creator_url"].webURL)
        draft.licence = json["license_url"].webURL.flatMap { Licence(creativeCommons: $0) }
        draft.via = json["source"].text.flatMap { Self.sources[$0] }.map { NamedLink($0, draft.page) }
        draft.catalogue = json["source"].text.flatMap { Self.catalogues[$0] }
        draft.isMature = json[ifPresent: "mature"].bool
        draft.tags = json["tags"].elements.compactMap { $0["name"].text }
        if let thumbnail = json["thumbnail"].webURL {
            draft.renditions.append(Rendition(.thumbnail, at: thumbnail))
        }
        if let file = json["url"].webURL {
            let size = json.pixelSize(width: "width", height: "height")
            draft.renditions.append(Rendition(.original, at: file, size: size))
        }
        return draft
    }

    private func title(_ json: Field) throws(ProviderError) -> String {
        if let title = json["title"].text { return title }
        if let creator = json["creator"].text { return "Picture by \(creator)" }
        return "Picture from \(try json["source"].required(\.text))"
    }

    private static let catalogues: [String: ProviderID] = ["flickr": "flickr", "wikimedia": "commons"]

    private static let sources = [
        "flickr": "Flickr", "wikimedia": "Wikimedia Commons", "met": "The Metropolitan Museum of Art",
        "rijksmuseum": "Rijksmuseum", "smithsonian_national_museum_of_natural_history": "Smithsonian",
    ]
}
