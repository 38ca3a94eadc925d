internal import ForageCore
internal import ForageSearch

/// Holds queries to their promises on whatever libFuzzer thinks of, as plain words and in their language.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    checkLanguage(text)
    guard let query = try? Query(text, limit: 5) else { return 0 }
    checkText(query)
    checkFingerprint(of: query)
    checkWords(of: query, in: text)
    return 0
}

/// What is read has a regular form that reads back as the same; what is not says where within it.
private func checkLanguage(_ text: String) {
    do throws(QueryError) {
        let query = try Query(parsing: text)
        guard query.description.utf8.count <= 8_000 else { return }
        precondition((try? Query(parsing: query.description)) == query)
        precondition(query.text == query.terms.map(\.text).joined(separator: " "))
    } catch {
        precondition(error.description.last == "." || error.description.last == "?")
        guard case .syntax(let fault) = error else { return }
        precondition(!fault.range.isEmpty && fault.range.upperBound <= text.unicodeScalars.count)
        precondition(fault.before + fault.faulty + fault.after == text)
    }
}

/// The text is short, on one line, with single spaces, and regular already.
private func checkText(_ query: Query) {
    precondition(!query.text.isEmpty && query.text.utf8.count <= 2_000)
    precondition(query.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    precondition(!query.text.unicodeScalars.contains { $0.properties.isWhitespace && $0 != " " })
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
