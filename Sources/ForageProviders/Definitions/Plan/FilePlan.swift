internal import ForageCore

extension ItemPlan.FilePlan {
    /// Returns the files that the plan describes in an item.
    func renditions(_ scope: AnswerScope) -> [Rendition] {
        guard let list else { return files(scope) }
        return list.elements(in: scope).map(scope.inside).filter(choice.areMet).flatMap(files)
    }

    private func files(_ scope: AnswerScope) -> [Rendition] {
        if let service = values["iiif"] { return service.text(scope).map { copies(at: $0, scope) } ?? [] }
        return rendition(scope).map { [$0] } ?? []
    }

    private func rendition(_ scope: AnswerScope) -> Rendition? {
        guard let address = values["url"]?.url(scope) else { return nil }
        let stated = values["size"]?.size(scope)
        let width = stated?.width ?? integer("width", scope)
        if values["below"] != nil {
            guard let width, let limit = integer("below", scope), width < limit else { return nil }
        }
        let height =
            values["like.width"] == nil
            ? stated?.height ?? integer("height", scope) : height(atWidth: width, scope)
        let size = PixelSize(width: width, height: height)
        return Rendition(
            role ?? Rendition.Role(for: size), at: address,
            mediaType: values["type"]?.text(scope) ?? Self.mediaType(of: address), size: size)
    }

    /// Returns the height for a width, in the proportions of another size of the same picture.
    private func height(atWidth width: Int?, _ scope: AnswerScope) -> Int? {
        let shape = PixelSize(width: integer("like.width", scope), height: integer("like.height", scope))
        return width.flatMap { shape?.height(atWidth: $0) }
    }

    /// The media type of a sound or a film whose address ends with a usual extension. Without it, the file would be
    /// taken for a picture.
    private static func mediaType(of address: WebURL) -> String? {
        guard let dot = address.path.lastIndex(of: ".") else { return nil }
        return mediaTypes[address.path[dot...].dropFirst().lowercased()]
    }

    private static let mediaTypes = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
        "flac": "audio/flac", "wav": "audio/wav", "mp4": "video/mp4", "m4v": "video/mp4",
        "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg",
    ]

    private func integer(_ name: String, _ scope: AnswerScope) -> Int? { values[name]?.integer(scope) }

    // MARK: - IIIF

    /// Returns copies of several sizes of a picture from its IIIF image service. Copies that are not smaller than the
    /// picture are left out, because a service may refuse them.
    private func copies(at service: String, _ scope: AnswerScope) -> [Rendition] {
        let size =
            values["size"]?.size(scope)
            ?? PixelSize(width: integer("width", scope), height: integer("height", scope))
        let base = Self.base(of: service)
        let copies = Self.widths.filter { $0 < size?.width ?? .max }.compactMap { width -> Rendition? in
            let copy = size.flatMap { PixelSize(width: width, height: $0.height(atWidth: width)) }
            return WebURL("\(base)/full/\(width),/0/default.jpg").map {
                Rendition(
                    Rendition.Role(for: PixelSize(width: width, height: width)), at: $0,
                    mediaType: "image/jpeg", size: copy)
            }
        }
        let whole = WebURL("\(base)/full/max/0/default.jpg").map {
            Rendition(.full, at: $0, mediaType: "image/jpeg", size: size)
        }
        return copies + [whole].compactMap(\.self)
    }

    /// The address of an image service, from that address, that of its description, or that of a picture.
    private static func base(of service: String) -> Substring {
        var base = service[...]
        if let picture = base.range(ofLast: "/full/") { base = base[..<picture.lowerBound] }
        if base.hasSuffix("/info.json") { base = base.dropLast("/info.json".count) }
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }

    private static let widths = [400, 800, 1600]
}

extension PixelSize {
    /// Returns the height of a copy with this width.
    fileprivate func height(atWidth width: Int) -> Int {
        max(1, Int((Double(width) * Double(height) / Double(self.width)).rounded()))
    }
}

extension Substring {
    fileprivate func range(ofLast part: String) -> Range<Index>? { utf8.ranges(of: part.utf8).last }
}
