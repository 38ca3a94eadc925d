internal import HTTPServer

/// A fault that a request or an option triggers.
///
/// It is written `NAME` or `NAME=VALUE`; a number alone is a status.
enum Fault: Sendable, Equatable {
    /// A delayed answer.
    case delay(milliseconds: Int)
    /// A truncated answer: the full length is declared, but fewer bytes are sent and the connection is closed.
    case cut(bytes: Int?)
    /// A truncated answer without a declared length, which looks complete.
    case short(bytes: Int?)
    /// Another status, with a suitable body for 400 and above.
    case status(Int, retryAfter: Int?)
    /// An answer that begins correctly and never ends.
    case endless
    case type(String)
    /// A web page in place of data.
    case html
    /// A redirect to the same address, each time.
    case loop
    /// A number of redirects before the answer.
    case redirect(Int)
    /// A byte in the middle of the body that is invalid UTF-8.
    case badByte
    /// Another status, with the whole request repeated in the body, a header and the redirect address.
    case echo(status: Int)
    /// A body in small pieces with pauses between them.
    case drip(milliseconds: Int)

    /// The whole file in answer to a request for a part.
    case ignoresRange
    /// Another status in answer to a request for a part.
    case refusesRange(status: Int)
    /// A part that is declared as compressed but is not.
    case mispacked
    /// Another part than the requested one, correctly declared.
    case wrongRange
    /// A file that has changed when a part of it is requested.
    case changed
    /// A changed file of which a part is sent, although the request permits only a part of the old file.
    case mixed

    /// The help text, with a line for each fault.
    static let help = [
        "delay=MS        answer after MS milliseconds",
        "drip=MS         send the body in pieces, MS milliseconds apart",
        "cut[=BYTES]     declare the whole length, send BYTES or half, close",
        "short[=BYTES]   declare no length, send BYTES or half as if that were all",
        "endless         start normally and never end",
        "badbyte         one invalid byte in the middle of the body",
        "type=TYPE       another content type",
        "html            an HTML page instead of data",
        "status=N or N   another status: 401, 403, 404, 500, 503 …",
        "429[=SECONDS]   too many requests, with Retry-After",
        "redirect=N      N redirects, then the answer",
        "loop            redirects without end",
        "norange         the whole file in answer to a request for a part",
        "norange=N       another status in answer to a request for a part: 404, 412, 416 …",
        "mispacked       the requested part of a file, labelled as compressed with gzip",
        "wrongrange      a different part of a file than requested",
        "changed         a different file when a part of it is requested",
        "mixed           a part of a different file than the first part",
        "echo[=STATUS]   401 or STATUS, with the whole request, including keys, repeated in the header and body",
    ]

    /// Parses a fault; returns nil for an unknown name, and for a missing or invalid value.
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

    /// Parses a status. Only status 429 accepts a number of seconds.
    private init?(status text: String, seconds: Int?) {
        guard let status = Int(text), (200...599).contains(status), seconds == nil || status == 429
        else { return nil }
        self = .status(status, retryAfter: status == 429 ? seconds ?? 30 : nil)
    }
}

/// The faults that a request triggers, and its query without them.
///
/// A request triggers faults with a header, a query item, or a word in the search text, which works with any client.
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
