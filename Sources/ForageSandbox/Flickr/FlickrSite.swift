internal import HTTPServer

/// Flickr's own site, as far as credits point at it: pages of photos and of people.
struct FlickrSite: SandboxService {
    let library: FlickrLibrary
    let hosts = ["www.flickr.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        if steps.count >= 3, steps[0] == "photos", let photograph = library[steps[2]] {
            let title = photograph.title.isEmpty ? "Untitled" : photograph.title
            return .html(title, "<p>By \(HTML.escaped(photograph.item.person)).</p>")
        }
        if steps.count == 2, steps[0] == "people",
            let photograph = library.photographs.first(where: { $0.owner == steps[1] })
        {
            return .html(photograph.item.person, "<p>Takes photos.</p>")
        }
        return .html("Flickr, played by the sandbox", "<p>Nothing is here.</p>", status: 404)
    }
}

/// The hosts of Flickr's files: one for all today, one a farm in days gone by.
struct FlickrFiles: SandboxService {
    let library: FlickrLibrary
    let hosts =
        ["live.staticflickr.com"]
        + (1...9).flatMap { ["farm\($0).staticflickr.com", "farm\($0).static.flickr.com"] }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let name = request.path.split(separator: "/").last.map(String.init) ?? ""
        guard let size = size(ofFile: name) else { return .text("No such file.\n", status: 404) }
        return PictureServing.png(named: String(name.prefix { $0 != "_" }), size: size, for: request)
    }

    /// The size of `ID_SECRET_z.jpg`; nil unless the secret is right.
    private func size(ofFile name: String) -> PictureSize? {
        let parts = name.prefix { $0 != "." }.split(separator: "_").map(String.init)
        guard (2...3).contains(parts.count), name.hasSuffix(".jpg"), let photograph = library[parts[0]] else {
            return nil
        }
        let suffix = parts.count == 3 ? parts[2] : ""
        if suffix == "o" { return parts[1] == photograph.originalSecret ? photograph.original : nil }
        let file = photograph.files.first { $0.suffix == suffix }
        guard let file, parts[1] == photograph.secret(of: file) else { return nil }
        return photograph.pixels(of: file)
    }
}
