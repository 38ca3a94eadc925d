internal import HTTPServer

/// DuckDuckGo's own site, as far as answers point at it: pictures, icons and pages of topics.
struct DuckDuckGoSite: SandboxService {
    let catalogue: Catalogue
    let hosts = ["duckduckgo.com", "i.duckduckgo.com", "i.duck.co"]

    static func page(titled title: String) -> String {
        "https://duckduckgo.com/\(PagePath.encoded(title))"
    }

    /// The file name of an item's picture: eight digits that follow from its id.
    static func picture(of item: CatalogueItem) -> String {
        let digits = String(UInt32(truncatingIfNeeded: item.id.stableHash), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits + ".png"
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        if request.path.hasPrefix("/i/") { return picture(String(request.path.dropFirst(3)), request) }
        if let item = PagePath.item(at: request.path.dropFirst(), in: catalogue) {
            return .html(item.title, "<p>\(HTML.escaped(item.summary))</p>")
        }
        return .html("DuckDuckGo, played by the sandbox", "<p>Nothing is here.</p>", status: 404)
    }

    private func picture(_ name: String, _ request: SandboxRequest) -> HTTPServerResponse {
        if name.hasSuffix(".png") { return PictureServing.png(named: name, for: request) }
        if name.hasSuffix(".ico") { return PictureServing.icon(named: name, for: request) }
        return .text("No such picture.\n", status: 404)
    }
}

/// The article pages that answers credit.
struct Encyclopaedia: SandboxService {
    let catalogue: Catalogue
    let hosts = [Encyclopaedia.host]

    static let host = "encyclopaedia.example"
    static let name = "Encyclopaedia"

    static func page(titled title: String) -> String {
        "https://\(host)/wiki/\(PagePath.encoded(title))"
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        if let item = PagePath.item(at: request.path.dropFirst("/wiki/".count), in: catalogue) {
            return .html(item.title, item.sentences.map { "<p>\(HTML.escaped($0))</p>" }.joined())
        }
        let query = request["search"] ?? ""
        return .html(Self.name, "<p>You searched for “\(HTML.escaped(query))”.</p>")
    }
}

/// Titles as the last step of a page's URL: underscores for spaces, everything odd percent-encoded.
enum PagePath {
    static func encoded(_ title: String) -> String {
        title.utf8.reduce(into: "") { path, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar == " " {
                path += "_"
            } else if scalar.properties.isAlphabetic && scalar.isASCII
                || "0123456789-_.~()".unicodeScalars.contains(scalar)
            {
                path.unicodeScalars.append(scalar)
            } else {
                path += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    static func item(at path: Substring, in catalogue: Catalogue) -> CatalogueItem? {
        catalogue.item(
            id: Words.all(in: path.map { $0 == "_" ? " " : String($0) }.joined()).joined(separator: "-"))
    }
}
