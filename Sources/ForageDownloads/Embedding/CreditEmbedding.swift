internal import ForageCore

/// Embeds the credit in pictures as an XMP packet, and preserves every byte of the picture itself.
package struct CreditEmbedding: FinishingStep {
    package let mark = FinishingMark.credited

    package init() {}

    package func finish(
        _ file: WholeFile, into path: String
    ) async throws(DownloadError) -> FinishingResult {
        let picture = try PictureFile(file.path)
        let patch: BytePatch
        do throws(EmbeddingError) {
            patch = try Self.patch(for: picture, file.type, CreditPacket(file.item))
        } catch {
            return .left(because: "the credit is in a separate file, not in the picture: \(error.reason)")
        }
        try await patch.write(picture, to: path)
        return .made
    }

    private static func patch(
        for picture: PictureFile, _ type: FileType, _ packet: CreditPacket
    ) throws(EmbeddingError) -> BytePatch {
        switch type.fileExtension {
        case "jpg": try JPEGCredit.patch(picture, packet)
        case "png": try PNGCredit.patch(picture, packet)
        case "webp": try WebPCredit.patch(picture, packet)
        default: throw EmbeddingError("embedding is not supported for \(type.fileExtension) files")
        }
    }
}

/// The reason why a credit is not embedded in a file, which then stays unchanged.
struct EmbeddingError: Error, Hashable, Sendable {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let cutOff = EmbeddingError("the file ends too early")
    static let tooManyParts = EmbeddingError("the file has too many parts")
    static let invalidStructure = EmbeddingError("its structure is invalid")
    static let severalPackets = EmbeddingError("the file has metadata in several places")
    static let tooLong = EmbeddingError("the file's metadata is too long")
    /// A signed C2PA manifest covers the file's bytes, so any change makes it invalid.
    static let signed = EmbeddingError("a change would make the file's Content Credentials invalid")
}

/// The credit of an item in XMP, as RDF for a picture.
struct CreditPacket: Hashable, Sendable {
    /// A property and its XML element.
    private struct Property: Hashable {
        let name: String
        let element: String

        /// The full names of the property, in the current namespace and an earlier one.
        var fullNames: [String] {
            let parts = name.split(separator: ":").map(String.init)
            let spaces = [namespaces[parts[0]], earlierNamespaces[parts[0]]]
            return spaces.compactMap { $0.map { $0 + parts[1] } }
        }

        init(_ name: String, _ content: String) {
            self.name = name
            element = "<\(name)>\(content)</\(name)>"
        }

        init(_ name: String, at url: WebURL) {
            self.name = name
            element = "<\(name) rdf:resource=\"\(url.text.escapedForPacket)\"/>"
        }
    }

    private let properties: [Property]

    /// The namespaces of the vocabularies, by their usual prefixes.
    static let namespaces = [
        "cc": "http://creativecommons.org/ns#",
        "dc": "http://purl.org/dc/elements/1.1/",
        "photoshop": "http://ns.adobe.com/photoshop/1.0/",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "xmpNote": "http://ns.adobe.com/xmp/note/",
        "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
    ]

    /// The namespaces that some vocabularies had earlier.
    private static let earlierNamespaces = ["cc": "http://web.resource.org/cc/"]

    private static let greatestSourceCount = 8

    init(_ item: Item) {
        let credits = item.sources.prefix(Self.greatestSourceCount).map(\.attribution)
        let creators = credits.compactMap { $0.creator.fact?.name }.distinct
        let licence = item.licence.fact
        var properties = [Property("dc:title", Self.text(item.title))]
        if !creators.isEmpty {
            properties.append(Property("dc:creator", Self.list("Seq", creators)))
            properties.append(Property("cc:attributionName", creators[0].escapedForPacket))
        }
        if let licence {
            properties.append(Property("dc:rights", Self.text(licence.name)))
            properties.append(Property("xmpRights:UsageTerms", Self.text(licence.name)))
        }
        if let url = licence?.url {
            properties.append(Property("xmpRights:WebStatement", url.text.escapedForPacket))
            properties.append(Property("cc:license", at: url))
        }
        if let credit = credits.first {
            properties += [
                Property("dc:source", credit.page.text.escapedForPacket),
                Property("cc:attributionURL", at: credit.page),
                Property("photoshop:Source", credit.source.name.escapedForPacket),
                Property(
                    "photoshop:Credit", credits.map(\.text).distinct.joined(separator: " ").escapedForPacket),
            ]
        }
        self.properties = properties
    }

    /// The full names of the credit's properties, so that other values for them can be removed.
    var names: Set<String> { Set(properties.flatMap(\.fullNames)) }

    /// A name with its namespace as a prefix, as RDF joins them.
    static func fullName(_ prefix: String, _ name: String) -> String { (namespaces[prefix] ?? "") + name }

    /// The properties as an RDF description of a subject.
    func description(of subject: String = "", extendedBy extensionName: String? = nil) -> String {
        let spaces = Self.namespaces.sorted { $0.key < $1.key }.map { " xmlns:\($0.key)=\"\($0.value)\"" }
        let note = extensionName.map { "<xmpNote:HasExtendedXMP>\($0)</xmpNote:HasExtendedXMP>" } ?? ""
        return "<rdf:Description rdf:about=\"\(subject)\"\(spaces.joined())>"
            + properties.map(\.element).joined() + note + "</rdf:Description>"
    }

    /// The properties alone, as a document.
    func document(extendedBy extensionName: String? = nil) -> String {
        let rdf = Self.namespaces["rdf"] ?? ""
        return "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"\(rdf)\">"
            + description(extendedBy: extensionName) + "</rdf:RDF></x:xmpmeta>"
    }

    /// The packet with the credit, added to the file's former properties.
    func bytes(addedTo former: XMPDocument?) -> [UInt8] { Self.packet(former?.adding(self) ?? document()) }

    /// A document between the processing instructions by which readers find it.
    static func packet(_ document: String) -> [UInt8] {
        Array(
            ("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>" + document
                + "<?xpacket end=\"w\"?>").utf8)
    }

    private static func text(_ text: String) -> String {
        "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(text.escapedForPacket)</rdf:li></rdf:Alt>"
    }

    private static func list(_ kind: String, _ texts: [String]) -> String {
        "<rdf:\(kind)>\(texts.map { "<rdf:li>\($0.escapedForPacket)</rdf:li>" }.joined())</rdf:\(kind)>"
    }
}

extension String {
    private static let greatestTextLength = 4_000

    /// The beginning of the text, escaped.
    fileprivate var escapedForPacket: String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(Self.greatestTextLength))).escapedForXML
    }
}
