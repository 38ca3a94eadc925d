internal import ForageCore
internal import JSON
internal import Platform

/// A finished search: its results by number, and the way to continue it.
struct LastSearch: Hashable, Sendable {
    let kind: Kind
    /// The command line after the command's name.
    let typed: [String]
    let isSandboxed: Bool
    /// The number of the first stored result.
    private(set) var firstNumber = 1
    private(set) var results: [Result] = []
    /// The cursor of the next page; nil at the end of the list.
    private(set) var next: String?

    /// The commands whose results have numbers.
    enum Kind: String, Hashable, Sendable {
        case search, browse
    }

    struct Result: Hashable, Sendable {
        let id: ItemID
        let title: String
        let page: WebURL
    }

    /// The greatest number of stored results; the first ones are dropped.
    private static let greatestCount = 1000

    /// Creates a search without results.
    init(_ kind: Kind, _ arguments: Arguments) {
        self.kind = kind
        typed = arguments.typed
        isSandboxed = arguments.has("sandbox")
    }

    /// The number of the result after the stored ones.
    var nextNumber: Int { firstNumber + results.count }

    /// The numbers of the stored results.
    var numbers: Range<Int> { firstNumber..<nextNumber }

    /// The result with a number; nil if there is none.
    subscript(number: Int) -> Result? { numbers.contains(number) ? results[number - firstNumber] : nil }

    /// Adds the results of a page.
    mutating func add(_ items: [Item], next: String?) {
        results += items.map { Result(id: $0.id, title: $0.title.printable(upTo: 60), page: $0.pageURL) }
        let surplus = max(0, results.count - Self.greatestCount)
        results.removeFirst(surplus)
        firstNumber += surplus
        self.next = next
    }
}

extension LastSearch {
    /// Reads a stored search; nil if it is not one.
    init?(_ bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes, mode: .strict).root,
            let kind = root["command"].string.flatMap(Kind.init),
            let firstNumber = root["first"].int, (1...Self.greatestNumber).contains(firstNumber),
            let isSandboxed = root["sandbox"].bool
        else { return nil }
        self.kind = kind
        self.firstNumber = firstNumber
        self.isSandboxed = isSandboxed
        typed = root["typed"].elements.compactMap(\.string)
        next = root["next"].string
        for value in root["results"].elements {
            guard let id = value["id"].string.flatMap({ ItemID($0) }),
                let title = value["title"].string, let page = value["page"].string.flatMap({ WebURL($0) })
            else { return nil }
            results.append(Result(id: id, title: title, page: page))
        }
    }

    private static let greatestNumber = 1_000_000_000

    /// The search in the form that `init(_:)` reads.
    var bytes: [UInt8] {
        let text = JSONWriter.objectText { writer in
            writer.member("command", kind.rawValue)
            writer.member("typed", all: typed) { $0.string($1) }
            writer.member("sandbox", isSandboxed)
            writer.member("first", firstNumber)
            writer.member("next", next)
            writer.member("results", all: results) { writer, result in
                writer.object { writer in
                    writer.member("id", result.id.description)
                    writer.member("title", result.title)
                    writer.member("page", result.page.text)
                }
            }
        }
        return Array(text.utf8)
    }
}
