internal import HTTPServer

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
