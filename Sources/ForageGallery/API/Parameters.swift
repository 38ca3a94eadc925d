internal import ForageCore
internal import HTTPServer

/// What stands behind the `?` of an address, held to what its place knows.
struct Parameters: Sendable {
    private let texts: [String: String]
    private let place: Place

    /// - Parameters:
    ///   - request: The request.
    ///   - place: What it is for. Nothing that it does not know is dropped silently.
    /// - Throws: ``Problem`` for what may not be said there.
    init(_ request: HTTPServerRequest, of place: Place) throws(Problem) {
        self.place = place
        var texts: [String: String] = [:]
        for item in place.isForPeople ? [] : request.query {
            guard place.parameters.contains(where: { $0.name == item.name }) else {
                let known = place.parameters.map(\.name).joined(separator: ", ")
                throw Problem(
                    400,
                    "“\(item.name.prefix(60))” is not a parameter here; \(known.isEmpty ? "there are none" : "choose one of: \(known)")."
                )
            }
            // What is no UTF-8 was read as this, for which nobody looks.
            guard !item.value.unicodeScalars.contains("\u{FFFD}") else {
                throw Problem(400, "What “\(item.name)” says is not written in UTF-8.")
            }
            guard texts.updateValue(item.value, forKey: item.name) == nil else {
                throw Problem(400, "Give \(item.name) once.")
            }
        }
        self.texts = texts
    }

    func text(_ parameter: Parameter) -> String? { texts[parameter.name] }

    func integer(_ parameter: Parameter) throws(Problem) -> Int? {
        guard let text = text(parameter) else { return nil }
        let number = Int(text)
        switch parameter.form {
        case .integer(let range):
            if let number, range.contains(number) { return number }
            throw Problem(
                400, "\(parameter.name) is a whole number from \(range.lowerBound) to \(range.upperBound).")
        case .oneOf(let numbers):
            if let number, numbers.contains(number) { return number }
            throw Problem(
                400, "\(parameter.name) is one of \(numbers.map(String.init).joined(separator: ", ")).")
        case .text, .day, .flag: return number
        }
    }

    /// False where nothing is said.
    func flag(_ parameter: Parameter) throws(Problem) -> Bool {
        guard let text = text(parameter) else { return false }
        guard let flag = Bool(text) else { throw Problem(400, "\(parameter.name) is true or false.") }
        return flag
    }

    func day(_ parameter: Parameter) throws(Problem) -> CalendarDay? {
        guard let text = text(parameter) else { return nil }
        guard let day = CalendarDay(text) else {
            throw Problem(400, "\(parameter.name) is a date such as 2024-05-31.")
        }
        return day
    }
}
