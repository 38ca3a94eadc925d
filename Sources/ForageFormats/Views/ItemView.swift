internal import ForageCore
internal import Platform

/// A view of all properties of one item, for people.
struct ItemView {
    let style: TerminalStyle

    func text(of item: Item) -> String {
        let heading = item.title.printable(upTo: 1_000).wrapped(toWidth: style.width).map { line in
            style.linked(style.painted(line.isolated, .strong), to: item.pageURL.text)
        }
        let facts = facts(of: item) + files(of: item)
        let nameWidth = facts.map(\.name.count).max() ?? 0
        let page = heading + [""] + facts.flatMap { lines(of: $0, nameWidth: nameWidth) }
        return page.map { $0 + "\n" }.joined()
    }

    private struct Line {
        let name: String
        /// The text, which is safe to print.
        let text: String
        /// True for text that must not be wrapped, such as an address or a credit, because it is meant to be copied.
        let isWhole: Bool

        init(_ name: String, _ text: String?, isWhole: Bool = false) {
            self.init(name, printable: text?.printable() ?? "", isWhole: isWhole)
        }

        init(_ name: String, printable text: String, isWhole: Bool) {
            self.name = name
            self.text = text
            self.isWhole = isWhole
        }
    }

    private func facts(of item: Item) -> [Line] {
        var lines = [
            Line("id", item.id.description, isWhole: true),
            Line("kind", item.kind.rawValue),
            Line("page", item.pageURL.text, isWhole: true),
            Line("creator", named(item.creator.fact?.name, item.creator.fact?.url)),
            Line("licence", named(item.licence.fact?.name, item.licence.fact?.url)),
            Line("allows", item.licence.fact == nil ? nil : item.permissionsInWords),
            Line("requires", item.dutiesInWords),
            Line("summary", item.summary),
            Line("alt text", item.altText == item.summary || item.altText == item.title ? nil : item.altText),
            Line("content", item.isMature == true ? "for adults only" : nil),
            Line("size", item.size.map(style.shape)),
            Line("published", item.publishedAt?.iso8601),
            Line("duration", item.duration?.asPlayingTime),
            Line("chapters", item.chapters?.text, isWhole: true),
            Line("transcript", item.transcript?.text, isWhole: true),
            Line("part of", item.collection),
            Line("tags", item.tags.joined(separator: ", ")),
            Line("place", item.place.map(text)),
            Line("camera", item.camera.map(text)),
        ]
        for (name, source) in zip(item.sourceNames, item.sources) where source.id != item.id {
            lines.append(Line("also on", "\(name) \(style.dot) \(source.id)", isWhole: true))
        }
        lines += item.sources.map { Line("credit", $0.attribution.text, isWhole: true) }
        return lines.filter { !$0.text.isEmpty }
    }

    private func lines(of fact: Line, nameWidth: Int) -> [String] {
        let width = max(20, style.width - nameWidth - 2)
        let pieces = fact.isWhole ? [fact.text] : fact.text.wrapped(toWidth: width, keepingAddresses: true)
        return pieces.enumerated().map { number, piece in
            let name = (number == 0 ? fact.name : "").padded(toWidth: nameWidth)
            return style.painted(name, .faint) + "  " + piece.isolated
        }
    }

    private func files(of item: Item) -> [Line] {
        let rows = item.renditions.map { file in
            [
                Columns.Cell(file.role.rawValue),
                Columns.Cell(file.size.map(text) ?? style.dash, isTrailing: true),
                Columns.Cell(file.mediaType ?? style.dash),
            ]
        }
        return zip(Columns(rows, style: style).lines, item.renditions).enumerated().map { number, file in
            Line(number == 0 ? "files" : "", printable: "\(file.0)  \(file.1.url)", isWhole: true)
        }
    }

    private func text(of size: PixelSize) -> String { "\(size.width)\(style.cross)\(size.height)" }

    private func named(_ name: String?, _ url: WebURL?) -> String {
        guard let name else { return "unknown" }
        return url.map { "\(name) (\($0))" } ?? name
    }

    private func text(of place: Place) -> String {
        let position = [place.latitude, place.longitude].compactMap { $0.map { "\($0)" } }
        return [place.name, position.isEmpty ? nil : position.joined(separator: ", ")].compactMap(\.self)
            .joined(separator: " \(style.dot) ")
    }

    private func text(of camera: Camera) -> String {
        [
            camera.name, camera.exposure.map { "\($0) s" }, camera.aperture.map { "f/\($0)" },
            camera.focalLength.map { "\($0) mm" }, camera.iso.map { "ISO \($0)" },
        ].compactMap(\.self).joined(separator: " \(style.dot) ")
    }
}

extension Item {
    /// The permissions of the licence, for people.
    var permissionsInWords: String {
        guard let terms, licences.allSatisfy({ $0.terms != nil }) else {
            return "unknown: read the licence"
        }
        guard !terms.permissions.isEmpty else { return "nothing without permission" }
        return terms.permissions.sorted().map(\.words).joined(separator: ", ")
    }

    /// The duties of the licence; nil if it has none.
    var dutiesInWords: String? {
        guard let duties = terms?.duties, !duties.isEmpty else { return nil }
        return duties.sorted().map(\.words).joined(separator: ", ")
    }
}

extension LicenceTerms.Permission {
    fileprivate var words: String {
        switch self {
        case .commercial: "commercial use"
        case .modify: "modification"
        case .redistribute: "redistribution"
        }
    }
}

extension LicenceTerms.Duty {
    fileprivate var words: String {
        switch self {
        case .credit: "credit"
        case .notice: "a notice of the licence"
        case .shareAlike: "the same licence for derived works"
        }
    }
}
