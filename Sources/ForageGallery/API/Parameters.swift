internal import HTTPServer

/// What stands behind the `?` of an address.
struct Parameters {
    private let request: HTTPServerRequest

    /// - Parameters:
    ///   - request: The request.
    ///   - names: What may be said; nothing else is dropped silently.
    /// - Throws: ``Problem`` for what may not.
    init(_ request: HTTPServerRequest, among names: [String]) throws(Problem) {
        self.request = request
        for item in request.query {
            guard names.contains(item.name) else {
                let known = names.joined(separator: ", ")
                throw Problem(400, "Nothing is called “\(item.name.prefix(60))” here; there is \(known).")
            }
            // What is no UTF-8 was read as this, for which nobody looks.
            guard !item.value.unicodeScalars.contains("\u{FFFD}") else {
                throw Problem(400, "What “\(item.name)” says is not written in UTF-8.")
            }
        }
    }

    func text(_ name: String) -> String? { request.queryValue(name) }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(400, "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
