internal import ForageCore
internal import JSON
internal import Markup

/// A failure of the service, which is reported with status 200, and sometimes in XML.
struct FlickrFailure {
    private let code: Int?
    private let message: String

    /// The maximum size of a failure. Longer answers contain results.
    private static let greatestByteCount = 16 * 1024

    /// Parses an answer; returns nil if it is not a failure.
    init?(_ body: [UInt8]) {
        guard body.count <= Self.greatestByteCount else { return nil }
        if let tag = body.xmlTag {
            guard tag.contains("<rsp"), tag.attribute("stat") == "fail" else { return nil }
            code = tag.attribute("code").flatMap { Int($0) }
            message = HTMLFragment(decodingEntitiesOf: tag.attribute("msg") ?? "").text
        } else {
            guard let root = try? Response(body: body).unwrapped().json().root,
                root["stat"].string == "fail"
            else { return nil }
            code = root["code"].flexibleInt
            message = root["message"].content ?? ""
        }
    }

    /// The refusal that the failure represents. A code has different meanings for different methods, so the message is
    /// used too.
    var refusal: Refusal {
        let words = message.lowercased()
        switch code ?? 0 {
        case 96...100: return .denied("the service does not take the key: \(sentence)")
        case 1, 15: return words.contains("not found") ? .notFound(sentence) : .failed(sentence)
        case _ where words.contains("permission"): return .denied(sentence)
        case _ where words.contains("rate limit") || words.contains("too many requests"):
            return .throttled(nil, sentence)
        default: return .failed(sentence)
        }
    }

    private var sentence: String {
        let words = message.isEmpty ? "no reason" : message
        return "the service says “\(words.prefix(200))”" + (code.map { " (code \($0))" } ?? "")
    }
}

extension [UInt8] {
    /// The first tag of an answer in XML.
    var xmlTag: String? {
        let start = drop { $0 <= 0x20 }
        return start.first == UInt8(ascii: "<") ? String(decoding: start.prefix(2048), as: UTF8.self) : nil
    }
}

extension Response {
    /// Returns the answer without the enclosing call `jsonFlickrApi(…)`. All other bytes are unchanged.
    ///
    /// - Throws: ``ProviderError/unreadable(_:)`` for the service's XML, which contains no JSON.
    func unwrapped() throws(ProviderError) -> Response {
        if let tag = body.xmlTag, tag.contains("<rsp") {
            throw .unreadable("The answer is Flickr's XML, where JSON was expected.")
        }
        let name = Array("jsonFlickrApi(".utf8)
        guard let start = body.firstIndex(where: { $0 > 0x20 }), body[start...].starts(with: name) else {
            return self
        }
        var copy = self
        for place in start..<start + name.count { copy.body[place] = 0x20 }
        for sign in [UInt8(ascii: ";"), UInt8(ascii: ")")] {
            if let end = copy.body.lastIndex(where: { $0 > 0x20 }), copy.body[end] == sign {
                copy.body[end] = 0x20
            }
        }
        return copy
    }
}

extension String {
    fileprivate func attribute(_ name: String) -> String? {
        guard let start = firstRange(of: " \(name)=\"")?.upperBound else { return nil }
        let rest = self[start...]
        return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
    }
}
