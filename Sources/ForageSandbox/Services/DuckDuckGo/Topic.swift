/// A topic in a list: a link and a sentence, joined in various ways.
struct Topic {
    private let url: String
    private let title: String
    private let sentence: String
    private var kind = ""
    private let icon: JSONText

    init(_ item: CatalogueItem) {
        url = DuckDuckGoSite.page(titled: item.title)
        title = item.title
        sentence = item.sentences.first ?? ""
        kind = "\(item.category.singularWithArticle) of \(item.place)"
        icon = Self.icon(of: item)
    }

    /// Creates a link to a category's page, which has no sentence.
    init(linkTo name: String, path: String) {
        url = "https://duckduckgo.com/\(path)"
        title = name
        sentence = ""
        icon = Self.noIcon
    }

    /// Creates a link to the official site of an item.
    init(officialSite site: String, icon: String) {
        url = site
        title = "Official site"
        sentence = ""
        self.icon = #"{"Height":16,"URL":\#(icon),"Width":16}"#
    }

    var json: JSONText {
        let (result, text) = wording
        return #"{"FirstURL":\#(url),"Icon":\#(icon),"Result":\#(result),"Text":\#(text)}"#
    }

    /// The values of `Result`, which is HTML, and `Text`, which is not.
    private var wording: (String, String) {
        let link = anchor(title)
        let rest = HTML.escaped(sentence)
        if sentence.isEmpty { return (link, title) }
        let short = "The \(title.prefix(1).lowercased())\(title.dropFirst())"
        switch title.stableHash % 5 {
        case 0 where sentence.hasPrefix(short):
            let inner = short.dropFirst(4)
            return (
                "The \(anchor(String(inner)))\(HTML.escaped(String(sentence.dropFirst(short.count))))",
                sentence
            )
        case 1: return ("\(link)<br>\(rest)", title + sentence)
        case 2: return ("\(link), \(kind)", "\(title), \(kind)")
        case 3: return ("\(link) \(rest)", "\(title) \(sentence)")
        default: return ("\(link) - \(rest)", "\(title) - \(sentence)")
        }
    }

    private func anchor(_ text: String) -> String {
        "<a href=\"\(url)\">\(HTML.escaped(text))</a>"
    }

    private static let noIcon: JSONText = #"{"Height":"","URL":"","Width":""}"#

    /// Returns a picture with its size, one without, or none.
    private static func icon(of item: CatalogueItem) -> JSONText {
        let picture = DuckDuckGoSite.picture(of: item)
        let size = PictureSize(named: picture)
        return switch item.id.stableHash % 4 {
        case 0: noIcon
        case 1: #"{"Height":\#(size.height),"URL":\#("/i/\(picture)"),"Width":\#(size.width)}"#
        default: #"{"Height":"","URL":\#("/i/\(picture)"),"Width":""}"#
        }
    }
}
