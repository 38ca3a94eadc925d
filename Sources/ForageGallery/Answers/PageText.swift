internal import ForageCore
internal import HTTPServer
internal import JSON

/// The texts of the page in one language, as HTML by the names of their placeholders.
struct PageText {
    private var texts: [String: String]

    /// - Parameters:
    ///   - strings: The texts in all languages, or their plural forms, by key.
    ///   - language: The language to take.
    ///   - isLasting: True if the page can be installed, because its address will be the same the next time.
    init(_ strings: JSONDocument, in language: PageLanguage, isLasting: Bool = false) {
        texts = [
            "assets": PageFiles.folder, "language": language.rawValue, "direction": language.direction,
            "languages": PageLanguage.allCases.map(\.rawValue).joined(separator: " "),
            "manifest": isLasting ? Self.manifest : "",
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

    // Without the attribute, browsers request it without the cookie of a locked gallery.
    private static let manifest =
        #"<link rel="manifest" href="\#(PageFiles.folder)/manifest.webmanifest" crossorigin="use-credentials">"#

    /// Returns a page with the texts in place of their placeholders, such as `{{page.done}}`.
    func filling(_ html: String) -> String {
        html.replacing(/{{([\w.]+)}}/) { texts[String($0.1)] ?? "" }
    }
}

extension PageText {
    /// Returns the page in the language that a request asks for.
    static func response(
        to headers: HTTPFields, isLasting: Bool
    ) throws(HTTPProblem) -> HTTPServerResponse {
        let language = PageLanguage(wantedBy: headers)
        guard let page = (isLasting ? lastingPages : pages)[language] else {
            throw HTTPProblem(404, "The page has no texts.")
        }
        var response = page.response(to: headers)
        response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
        response.headers["Content-Language"] = language.rawValue
        return response
    }

    private static let pages = pages(isLasting: false)
    private static let lastingPages = pages(isLasting: true)

    private static func pages(isLasting: Bool) -> [PageLanguage: Content] {
        guard let html = PageFiles.named("index.html"), let file = PageFiles.named("strings.json"),
            let strings = try? JSONDocument(file.bytes, mode: .strict)
        else { return [:] }
        let pages = PageLanguage.allCases.map { language in
            let page = PageText(strings, in: language, isLasting: isLasting)
                .filling(String(decoding: html.bytes, as: UTF8.self))
            return (language, Content(Array(page.utf8), type: html.type, isPackedAhead: true))
        }
        return Dictionary(uniqueKeysWithValues: pages)
    }
}

/// A language of the page, by its code.
enum PageLanguage: String, CaseIterable, Sendable {
    case en, de, fr, es, ja, ar

    /// The cookie with the reader's choice. Cookies apply to all ports of a host, so its name contains the program's.
    static let cookie = "forage-language"

    var direction: String { self == .ar ? "rtl" : "ltr" }

    /// The language that the reader chose, or else the one that the browser prefers, or else English.
    init(wantedBy headers: HTTPFields) {
        let chosen = headers.cookies(named: Self.cookie).compactMap(Self.init).first
        let accepted = HTTPSyntax.weights(in: headers.values(of: "Accept-Language"))
            .compactMap { member in
                member.value.split(separator: "-").first
                    .flatMap { Self(rawValue: String($0)) }.map { (language: $0, weight: member.weight) }
            }
        // Of several with the same weight, the first is the result.
        let preferred = accepted.filter { $0.weight > 0 }.max { $0.weight < $1.weight }
        self = chosen ?? preferred?.language ?? .en
    }
}
