internal import ForageCore
internal import JSON
internal import Markup

extension JSONValue {
    /// A text for people, its entities decoded and its white space folded; nil for `""`.
    var plainText: String? {
        guard isComplete, let text else { return nil }
        let plain = text.isMarkup ? HTMLFragment(text).text : HTMLFragment(decodingEntitiesOf: text).text
        return plain.isEmpty ? nil : plain
    }

    /// An answer in words or as a number. Its entities stay, since they may be what was asked for.
    var answerText: String? {
        if kind == .number { return numberAsWritten }
        guard let text else { return nil }
        return text.isMarkup ? plainText : text.withSingleSpaces
    }

    /// An address, which may lack the site it is on: `/i/832f249b.png`.
    var link: WebURL? { isComplete ? text.flatMap { WebURL(site: $0) } : nil }

    /// The address of a picture; sixteen dots of a site's emblem are none.
    var picture: WebURL? { link.flatMap { $0.path.lowercased().hasSuffix(".ico") ? nil : $0 } }
}

extension WebURL {
    /// Reads an address as a link on DuckDuckGo's own pages.
    init?(site text: String) {
        if text.hasPrefix("//") {
            self.init("https:" + text)
        } else {
            self.init(text.hasPrefix("/") ? "https://duckduckgo.com" + text : text)
        }
    }

    /// The site's name, as far as its address tells it.
    var siteName: String {
        let name = host.hasPrefix("www.") && host != "www." ? String(host.dropFirst(4)) : host
        return name == "duckduckgo.com" ? "DuckDuckGo" : name
    }
}

extension String {
    /// Whether this is HTML beyond doubt; `vector<int>` and `a < b` are not.
    fileprivate var isMarkup: Bool {
        let bytes = utf8.span
        var end = 0
        while let start = bytes.firstIndex(from: end, where: { $0 == UInt8(ascii: "<") }) {
            end = start + 1
            if end < bytes.count, bytes[end] == UInt8(ascii: "/") { return true }
        }
        return end > 0 && lowercased().contains("<br")
    }
}
