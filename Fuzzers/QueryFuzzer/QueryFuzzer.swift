internal import ForageCore
internal import ForageSearch

/// Holds queries to their promises on whatever libFuzzer thinks of.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let query = try? Query(text, limit: 5) else { return 0 }
    checkText(query)
    checkFingerprint(of: query)
    checkWords(of: query, in: text)
    return 0
}

/// The text is short, on one line, with single spaces, and regular already.
private func checkText(_ query: Query) {
    precondition(!query.text.isEmpty && query.text.utf8.count <= 2_000)
    precondition(query.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    precondition(!query.text.contains("  ") && query.text.trimmingWhitespace() == query.text)
    precondition((try? Query(query.text, limit: 5)) == query)
}

/// The window's size is no part of a list's name; the words and their order are.
private func checkFingerprint(of query: Query) {
    precondition((try? Query(query.text, limit: 50))?.fingerprint == query.fingerprint)
    precondition((try? Query(query.text, order: .newest))?.fingerprint != query.fingerprint)
    guard let longer = try? Query(query.text + " owl") else { return }
    precondition(longer.fingerprint != query.fingerprint)
}

/// What is called like the query is found by it, whatever came between its words when it was typed.
private func checkWords(of query: Query, in typed: String) {
    var draft = Draft(localID: "1", kind: .photo, title: query.text, page: "https://gallery.example/1")
    let words = QueryWords(query.text)
    let isFound = words.match(draft)
    precondition(isFound == QueryWords(typed).match(draft))
    precondition(isFound || !query.text.contains { $0.isLetter && $0.isASCII })
    draft.title = "–"
    precondition(!words.match(draft))
}
