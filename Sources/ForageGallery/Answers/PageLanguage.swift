internal import ForageCore
internal import HTTPServer

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
