internal import HTTPServer

/// Something that goes wrong on demand.
///
/// Written `NAME` or `NAME=VALUE`; a bare number is a status.
enum Fault: Sendable, Equatable {
    /// The answer waits.
    case delay(milliseconds: Int)
    /// The full length is declared, fewer bytes are sent, the connection is closed.
    case cut(bytes: Int?)
    /// No length is declared, and fewer bytes are sent as if they were all.
    case short(bytes: Int?)
    /// Another status; from 400 on with a body that fits it.
    case status(Int, retryAfter: Int?)
    /// The answer begins well and never ends.
    case endless
    case type(String)
    /// A page for people where data was asked for.
    case html
    /// A redirect to the same place, each time.
    case loop
    /// So many redirects before the answer.
    case redirect(Int)
    /// A byte in the middle of the body that is not UTF-8.
    case badByte
    /// Another status, and everything that was sent in the body, the header and the address to go on to.
    case echo(status: Int)
    /// The body comes in small pieces with a pause between them.
    case drip(milliseconds: Int)

    /// The whole file where a part of it was asked for.
    case ignoresRange
    /// Another status where a part of the file was asked for.
    case refusesRange(status: Int)
    /// A part that is said to be packed and is not.
    case mispacked
    /// Another part than was asked for, said to be so.
    case wrongRange
    /// A file that is another one when a part of it is asked for.
    case changed
    /// The same, of which the part is sent although it was wanted of the former file only.
    case mixed

    /// One line each, for help texts.
    static let help = [
        "delay=MS        answer after MS milliseconds",
        "drip=MS         send the body in pieces, MS milliseconds apart",
        "cut[=BYTES]     declare the whole length, send BYTES or half, close",
        "short[=BYTES]   declare no length, send BYTES or half as if that were all",
        "endless         begin well and never stop",
        "badbyte         one invalid byte in the middle of the body",
        "type=TYPE       another content type",
        "html            a page for people instead of data",
        "status=N or N   another status: 401, 403, 404, 500, 503 …",
        "429[=SECONDS]   too many requests, with Retry-After",
        "redirect=N      N redirects, then the answer",
        "loop            redirects without end",
        "norange         the whole file where a part of it was asked for",
        "norange=N       another status where a part of it was asked for: 404, 412, 416 …",
        "mispacked       the part of a file that was asked for, said to be packed with gzip",
        "wrongrange      another part of a file than was asked for",
        "changed         another file once a part of it is asked for",
        "mixed           a part of another file than the first part was of",
        "echo[=STATUS]   401 or STATUS, and the whole request once more, keys and all, wherever there is room",
    ]

    /// Nil for an unknown name, and for a missing or impossible value.
    init?(_ text: some StringProtocol) {
        let name = text.prefix { $0 != "=" }
        let value = name.count == text.count ? nil : String(text.dropFirst(name.count + 1))
        switch (name.lowercased(), value) {
        case ("type", let value?) where !value.isEmpty: self = .type(value)
        case (let name, nil):
            if let fault = Self.withoutValue[name] {
                self = fault
            } else {
                self.init(status: name, seconds: nil)
            }
        case ("status", let value?): self.init(status: value, seconds: nil)
        case (let name, let value?): self.init(name, number: value)
        }
    }

    private static let withoutValue: [String: Fault] = [
        "cut": .cut(bytes: nil), "short": .short(bytes: nil), "endless": .endless, "html": .html,
        "loop": .loop, "badbyte": .badByte, "echo": .echo(status: 401), "norange": .ignoresRange,
        "mispacked": .mispacked, "wrongrange": .wrongRange, "changed": .changed, "mixed": .mixed,
    ]

    private init?(_ name: String, number text: String) {
        guard let number = Int(text), (0...600_000).contains(number) else { return nil }
        switch name {
        case "delay": self = .delay(milliseconds: number)
        case "cut": self = .cut(bytes: number)
        case "short": self = .short(bytes: number)
        case "redirect": self = .redirect(number)
        case "drip": self = .drip(milliseconds: number)
        case "echo" where (200...599).contains(number): self = .echo(status: number)
        case "norange" where (300...599).contains(number): self = .refusesRange(status: number)
        default: self.init(status: name, seconds: number)
        }
    }

    /// Only throttling takes a number of seconds.
    private init?(status text: String, seconds: Int?) {
        guard let status = Int(text), (200...599).contains(status), seconds == nil || status == 429
        else { return nil }
        self = .status(status, retryAfter: status == 429 ? seconds ?? 30 : nil)
    }
}

/// The faults that one request asks for itself, and what is left of its query without them.
///
/// There are three ways to ask: a header, a query flag, and a word in the text searched for, which
/// reaches the sandbox through any client.
struct FaultOrder: Sendable {
    private(set) var faults: [Fault] = []
    private(set) var unknown: [String] = []
    private(set) var query: [QueryItem] = []

    static let header = "X-Sandbox-Fault"
    static let flag = "sandbox-fault"
    static let wordPrefix = "fault:"

    init(_ request: HTTPServerRequest) {
        request.headers.values(of: Self.header).forEach { add($0) }
        for item in request.query where item.name == Self.flag { add(item.value) }
        for item in request.query where item.name != Self.flag && item.name != FaultPlay.hopsFlag {
            query.append(withoutWords(item))
        }
    }

    private mutating func add(_ list: String) {
        for text in list.split(separator: ",").map({ $0.filter { $0 != " " } }) {
            if let fault = Fault(text) { faults.append(fault) } else { unknown.append(text) }
        }
    }

    private mutating func withoutWords(_ item: QueryItem) -> QueryItem {
        let words = item.value.split(separator: " ")
        let asking = words.filter { $0.hasPrefix(Self.wordPrefix) }
        if asking.isEmpty { return item }
        asking.forEach { add(String($0.dropFirst(Self.wordPrefix.count))) }
        let rest = words.filter { !$0.hasPrefix(Self.wordPrefix) }
        return QueryItem(name: item.name, value: rest.joined(separator: " "))
    }
}
