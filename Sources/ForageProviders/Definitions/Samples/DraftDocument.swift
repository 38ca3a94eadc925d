internal import ForageCore
internal import JSON
internal import Platform

/// Drafts in the words that a definition has for its expectations.
enum DraftDocument {
    /// The list of the drafts.
    static func root(of drafts: [Draft]) throws(JSONError) -> JSONValue {
        let bytes = JSONWriter.bytes { writer in
            writer.array { writer in drafts.forEach { writer.draft($0) } }
        }
        return try JSONDocument(bytes).root
    }
}

extension JSONWriter {
    fileprivate mutating func draft(_ draft: Draft) {
        object { writer in
            writer.member("id", draft.localID)
            writer.member("kind", draft.kind.rawValue)
            writer.member("title", draft.title)
            writer.member("page", draft.page.text)
            writer.member("summary", draft.summary)
            writer.link("creator", draft.creator?.name, draft.creator?.url)
            writer.licence(draft.licence)
            writer.link("via", draft.via?.name, draft.via?.url)
            writer.member("catalogue", draft.catalogue?.name)
            writer.member("published", draft.publishedAt?.formatted(.iso8601))
            writer.key("tags")
            writer.array { writer in draft.tags.forEach { writer.string($0) } }
            writer.member("collection", draft.collection)
            if let duration = draft.duration {
                writer.key("duration")
                writer.number((duration / .milliseconds(1)).rounded() / 1000)
            }
            writer.member("blurHash", draft.blurHash?.description)
            writer.member("alt", draft.altText)
            writer.member("mature", draft.isMature)
            writer.key("files")
            writer.array { writer in draft.renditions.forEach { writer.file($0) } }
        }
    }

    private mutating func link(_ key: String, _ name: String?, _ url: WebURL?) {
        guard let name else { return }
        self.key(key)
        object { writer in
            writer.member("name", name)
            writer.member("url", url?.text)
        }
    }

    private mutating func licence(_ licence: Licence?) {
        guard let licence else { return }
        key("licence")
        object { writer in
            writer.member("id", licence.id)
            writer.member("name", licence.name)
            writer.member("url", licence.url?.text)
        }
    }

    private mutating func file(_ file: Rendition) {
        object { writer in
            writer.member("role", file.role.rawValue)
            writer.member("url", file.url.text)
            writer.member("width", file.size?.width)
            writer.member("height", file.size?.height)
            writer.member("type", file.mediaType)
        }
    }
}
