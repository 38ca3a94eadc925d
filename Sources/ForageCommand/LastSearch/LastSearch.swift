internal import Forage
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

/// The last search of each terminal, in files that only this person can read.
struct LastSearches: Sendable {
    private let folder: String
    private let terminal: String

    /// The greatest number of files; those of terminals that were closed long ago are removed.
    private static let greatestCount = 20
    private static let greatestByteCount = 2 << 20

    /// Locates the files; nil if the person has no home folder.
    init?(_ environment: [String: String], of terminal: String = Self.currentTerminal) {
        guard let folder = PersonalFolder.state.path(environment) else { return nil }
        self.folder = folder + "/last-searches"
        self.terminal = terminal
    }

    /// The last search of this terminal, or else of any.
    var last: LastSearch? {
        read(terminal) ?? names.max { age(of: $0) > age(of: $1) }.flatMap(read)
    }

    /// Stores a search with the results of a page. A search without any result does not replace an earlier one.
    func keep(_ search: LastSearch, _ report: Report) {
        var search = search
        search.add(report.items, next: report.next)
        if !search.results.isEmpty { keep(search) }
    }

    /// Stores a search in place of this terminal's earlier one. A failure to store it is ignored.
    func keep(_ search: LastSearch) {
        let path = "\(folder)/\(terminal)"
        try? LocalFile.replace(path, with: search.bytes, permissions: 0o600, isPrecious: false)
        let names = names
        guard names.count > Self.greatestCount else { return }
        for name in names.sorted(by: { age(of: $0) < age(of: $1) }).dropFirst(Self.greatestCount) {
            LocalFile.remove("\(folder)/\(name)")
        }
    }

    private func read(_ name: String) -> LastSearch? {
        guard let file = try? LocalFile("\(folder)/\(name)", upTo: Self.greatestByteCount, pipes: false)
        else { return nil }
        return LastSearch(file.bytes)
    }

    private var names: [String] { LocalFolder.names(in: folder, atMost: 1000) }

    private func age(of name: String) -> TimeInterval {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        return -((attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)
    }

    /// The name of the current terminal's session, which all commands of one shell share. A window that is opened
    /// later may have the same device, but not the same session. Programs without a terminal share one name, so that
    /// scheduled searches do not displace those of terminals.
    static var currentTerminal: String {
        let device = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].lazy.compactMap(device).first
        return device.map { "\($0)-\(getsid(0))" } ?? "none"
    }

    private static func device(_ descriptor: Int32) -> String? {
        var name = [CChar](repeating: 0, count: 256)
        guard isatty(descriptor) == 1, ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
        let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return String(path.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }
}
