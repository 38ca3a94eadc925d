package import ForageCore
internal import JSON
internal import Platform

/// The contents of a cache as lines of JSON, for `forage cache export`.
package enum CacheLines {
    /// The line of an item with the time of its arrival.
    package static func line(_ kept: StoredItem) -> String {
        line("item") { writer in
            writer.member("metAt", kept.metAt.iso8601)
            writer.member("item") { $0.record(kept.item.record(nil)) }
        }
    }

    /// The line of a response with its body: as text if possible, or else in base64url.
    package static func line(_ response: StoredResponse, body: [UInt8]) -> String {
        line("response") { writer in
            writer.member("url", response.key.text)
            writer.member("provider", response.provider.name)
            writer.member("status", response.status)
            writer.member("receivedAt", response.received.iso8601)
            writer.member("headers", all: response.headers.fields) { writer, field in
                writer.array { writer in
                    writer.string(field.name)
                    writer.string(field.value)
                }
            }
            writer.part(response.part)
            if let text = String(validating: body, as: UTF8.self) {
                writer.member("body", text)
            } else {
                writer.member("bodyBase64URL", Base64URL.encode(body))
            }
        }
    }

    private static func line(_ kind: String, _ write: (inout JSONWriter) -> Void) -> String {
        JSONText.objectLines { writer in
            writer.member("version", outputVersion)
            writer.member("kind", kind)
            write(&writer)
        }
    }
}

extension JSONWriter {
    /// Writes the byte range of a body that is a part of the file.
    fileprivate mutating func part(_ part: StoredResponse.Part) {
        guard case .bytes(let range, let total) = part else { return }
        object("bytes") { writer in
            writer.member("first", range.lowerBound)
            writer.member("last", range.upperBound - 1)
            writer.member("of", orNull: total) { $0.number($1) }
        }
    }
}
