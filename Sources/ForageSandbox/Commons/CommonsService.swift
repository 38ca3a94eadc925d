internal import HTTPServer

/// Wikimedia Commons' API as far as searches and single files go, and the host of its files.
struct CommonsService: SandboxService {
    private let catalogue: Catalogue
    let hosts = ["commons.wikimedia.org"]

    init(catalogue: Catalogue) { self.catalogue = catalogue }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.path == "/w/api.php", request["action"] == "query", request["format"] == "json" else {
            return .html("Wikimedia Commons, played by the sandbox", "<p>Nothing is here.</p>", status: 404)
        }
        if let ids = request["pageids"] { return files(ids) }
        guard let words = request["gsrsearch"] else {
            let info = "The \"gsrsearch\" parameter must be set."
            return .json(["error": ["code": "missingparam", "info": .string(info)]])
        }
        return search(words, request)
    }

    private func search(_ text: String, _ request: SandboxRequest) -> HTTPServerResponse {
        let words = text.split(separator: " ").filter { !$0.hasPrefix("filetype:") }.joined(separator: " ")
        let size = min(max(1, request["gsrlimit"].flatMap { Int($0) } ?? 10), 500)
        let offset = min(max(0, request["gsroffset"].flatMap { Int($0) } ?? 0), 10_000)
        let found = catalogue.matches(for: words).map(\.item.id)
        let shown = found.dropFirst(offset).prefix(size)
        // Nothing at all is said of what is not found.
        var members: [(String, JSONLiteral)] = [("batchcomplete", true)]
        if offset + size < found.count {
            members.append(
                ("continue", ["gsroffset": .number(offset + size), "continue": "gsroffset||"]))
        }
        if !shown.isEmpty {
            let places = Dictionary(catalogue.items.enumerated().map { ($1.id, $0) }) { first, _ in first }
            let pages = shown.enumerated().compactMap { index, id in
                places[id].map {
                    CommonsFile(of: catalogue.items[$0], at: $0).json(index: offset + index + 1)
                }
            }
            members.append(("query", ["pages": .array(pages)]))
        }
        return .json(.object(members))
    }

    private func files(_ ids: String) -> HTTPServerResponse {
        let places = ids.split(separator: "|").compactMap { Int($0) }.map { $0 - 10_000 }
        let pages = places.map { place -> JSONLiteral in
            guard catalogue.items.indices.contains(place) else {
                return ["pageid": .number(place + 10_000), "missing": true]
            }
            return CommonsFile(of: catalogue.items[place], at: place).json(index: 1)
        }
        return .json(["batchcomplete": true, "query": ["pages": .array(pages)]])
    }
}

/// The host of Wikimedia's files, which are drawn on the spot.
struct CommonsFiles: SandboxService {
    private let files: [String: CommonsFile]
    let hosts = ["upload.wikimedia.org"]

    init(catalogue: Catalogue) {
        let files = catalogue.items.enumerated().map { CommonsFile(of: $1, at: $0) }
        self.files = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        let isSmall = steps.first == "thumb"
        guard let file = files[isSmall ? steps.dropFirst().first ?? "" : steps.first ?? ""] else {
            return PictureServing.png(named: steps.last ?? "", for: request)
        }
        let width = isSmall ? steps.last.flatMap { Int($0.prefix { $0.isNumber }) } : file.size.width
        guard let width, (1...file.size.width).contains(width) else {
            return .text("No such size.\n", status: 400)
        }
        return PictureServing.png(named: file.scene, size: file.size(wide: width), for: request)
    }
}
