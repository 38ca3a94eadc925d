internal import ForageCore
internal import HTTPServer
internal import JSON

/// The texts of the page in one language, as HTML by the names of their placeholders.
struct PageText {
    private var texts: [String: String]

    /// - Parameters:
    ///   - strings: The texts in all languages, or their plural forms, by key.
    ///   - language: The language to take.
    init(_ strings: JSONDocument, in language: PageLanguage) {
        texts = [
            "assets": PageFiles.folder, "language": language.rawValue, "direction": language.direction,
            "languages": PageLanguage.allCases.map(\.rawValue).joined(separator: " "),
        ]
        var members: [String] = []
        for member in strings.root.members {
            let text = member.value[language.rawValue]
            texts[member.key] = text.string?.escapedForHTML
            let ranges = [member.keyRange, text.byteRange]
            members.append(
                ranges.map { String(decoding: strings.bytes[$0], as: UTF8.self) }.joined(separator: ":"))
        }
        // The modules have all of them. Without this sign, no text can end the element.
        texts["strings"] = "{\(members.joined(separator: ","))}".replacing("<", with: "\\u003c")
    }

    /// Returns a page with the texts in place of their placeholders, such as `{{page.done}}`.
    func filling(_ html: String) -> String {
        html.replacing(/{{([\w.]+)}}/) { texts[String($0.1)] ?? "" }
    }
}

extension PageText {
    /// Returns the page in the language that a request asks for.
    static func response(to headers: HTTPFields) throws(HTTPProblem) -> HTTPServerResponse {
        let language = PageLanguage(wantedBy: headers)
        guard let page = pages[language] else { throw HTTPProblem(404, "The page has no texts.") }
        var response = page.response(to: headers)
        response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
        response.headers["Content-Language"] = language.rawValue
        return response
    }

    private static let pages: [PageLanguage: Content] = {
        guard let html = PageFiles.named("index.html"), let file = PageFiles.named("strings.json"),
            let strings = try? JSONDocument(file.bytes, mode: .strict)
        else { return [:] }
        let pages = PageLanguage.allCases.map { language in
            let page = PageText(strings, in: language).filling(String(decoding: html.bytes, as: UTF8.self))
            return (language, Content(Array(page.utf8), type: html.type, isPackedAhead: true))
        }
        return Dictionary(uniqueKeysWithValues: pages)
    }()
}
