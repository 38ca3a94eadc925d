package import JSON

extension Attribution {
    /// Reads a credit that was written down; nil for what is none.
    package init?(_ value: JSONValue) {
        guard let title = value["title"].string, let page = value["page"].webURL,
            let source = NamedLink(value["source"])
        else { return nil }
        self.init(
            title: title, page: page, source: source, creator: Stated(Creator(value["creator"])),
            licence: Stated(Licence(value["licence"])), serviceLine: NamedLink(value["service"]))
    }

    /// Writes the credit down, so that it reads back as the same. What is not known is not written.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("title")
            writer.string(title)
            writer.key("page")
            writer.string(page.text)
            writer.named("source", source.name, at: source.url)
            if let creator = creator.fact { writer.named("creator", creator.name, at: creator.url) }
            if let licence = licence.fact {
                writer.named("licence", licence.name, at: licence.url, id: licence.id)
            }
            if let serviceLine { writer.named("service", serviceLine.name, at: serviceLine.url) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func named(_ key: String, _ name: String, at url: WebURL?, id: String? = nil) {
        self.key(key)
        object { writer in
            for (key, text) in [("id", id), ("name", name), ("url", url?.text)] {
                guard let text else { continue }
                writer.key(key)
                writer.string(text)
            }
        }
    }
}

extension Creator {
    fileprivate init?(_ value: JSONValue) {
        self.init(name: value["name"].string, url: value["url"].webURL)
    }
}

extension Licence {
    fileprivate init?(_ value: JSONValue) {
        guard let id = value["id"].string, let name = value["name"].string else { return nil }
        self.init(id: id, name: name, url: value["url"].webURL)
    }
}

extension NamedLink {
    fileprivate init?(_ value: JSONValue) {
        guard let name = value["name"].string, let url = value["url"].webURL else { return nil }
        self.init(name, url)
    }
}
