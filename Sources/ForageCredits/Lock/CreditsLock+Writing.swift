internal import ForageCore
internal import JSON

extension CreditsLock {
    /// The mark by which editors find the schema.
    static let mark = "urn:forage:credits:1"

    /// The bytes of the file. They depend on the contents only.
    package var bytes: [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.object { writer in
                writer.member("$schema", Self.mark)
                writer.member("version", Self.version)
                writer.object("policy") { policy.writeMembers(to: &$0) }
                writer.member("files", all: entries) { writer, entry in
                    writer.object { writer in
                        entry.writeMembers(to: &writer)
                        writer.member("seal", entry.seal)
                    }
                }
            }
        } + [UInt8(ascii: "\n")]
    }
}

extension LockPolicy {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("uses", all: uses.sorted().map(\.rawValue)) { $0.string($1) }
        for (key, texts) in [
            ("allow", allowed), ("refuse", refused), ("ignore", ignored), ("copies", copies),
            ("pages", pages),
        ] { writer.member(key, all: texts) { $0.string($1) } }
    }
}

extension LockEntry {
    /// Writes everything except the seal.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("path", path)
        writer.member("id", id?.description)
        writer.member("title", title)
        writer.member("alt", alt)
        writer.member("credit", credits.isEmpty ? nil : creditText)
        writer.member("credits", list: credits) { $1.write(to: &$0) }
        file.writeMembers(to: &writer)
        writer.member("url", download?.url.text)
        writer.member("size", download?.size)
        writer.member("date", date)
        writer.member("original", download?.original) { writer, original in
            writer.object { writer in
                writer.member("type", original.mediaType)
                writer.member("sha256", original.sha256)
                writer.member("bytes", original.byteCount)
            }
        }
        writer.member("steps", list: steps) { $0.string($1) }
        writer.member("sidecar", sidecar)
        writer.member("note", note)
    }
}

extension LockCredit {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id?.description)
            line.writeMembers(to: &writer)
            guard let evidence else { return }
            writer.object("evidence") { writer in
                writer.member("words", evidence.words)
                writer.member("url", evidence.url?.text)
                writer.member("date", evidence.date)
                writer.member("sha256", evidence.digest)
            }
        }
    }
}

extension PictureFacts {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("sha256", sha256)
        writer.member("sha1", sha1)
        writer.member("bytes", byteCount)
        writer.member("type", mediaType)
        writer.member("width", size?.width)
        writer.member("height", size?.height)
        writer.member("look", look?.description)
        writer.member("blurHash", blurHash?.description)
        if hasManifest { writer.member("contentCredentials", true) }
    }
}
