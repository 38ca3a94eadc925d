internal import ForageCore
internal import ForageDownloads
internal import ForageSearch
internal import HTTPServer

/// A query parameter of a route.
struct Parameter: Hashable, Sendable {
    let name: String
    let form: Form
    /// The purpose of the parameter.
    let meaning: String
    var isRequired = false

    enum Form: Hashable, Sendable {
        case text
        case day
        case integer(ClosedRange<Int>)
        case oneOf([Int])
        case flag
    }
}

extension Parameter {
    static let query = Parameter(
        name: "q", form: .text,
        meaning: "The query: words, \"phrases\", -words to exclude, and filters:\n\n"
            + QueryField.all.map { "- `\($0.name):\($0.placeholder)` \($0.help)" }.joined(separator: "\n"),
        isRequired: true)
    static let words = Parameter(
        name: "q", form: .text, meaning: "The beginning of a query, without filters.", isRequired: true)
    static let limit = Parameter(
        name: "limit", form: .integer(Query.limits), meaning: "The number of results to return.")
    static let cursor = Parameter(
        name: "cursor", form: .text, meaning: "The `next` of the previous results, to continue after them.")
    /// The filters of a listing: all fields of the query language except the order, because a listing has its own.
    static let filters = QueryField.all.filter { $0.name != "sort" }.map { Parameter($0) }
    static let strict = Parameter(
        name: "strict", form: .flag,
        meaning: "Whether to skip providers for which some filter cannot be applied.")
    static let explain = Parameter(
        name: "explain", form: .flag,
        meaning: "Whether to explain the position of each result, in `explain`.")
    static let page = Parameter(
        name: "page", form: .integer(SearchEngine.pages),
        meaning: "The number of the page, from 1; not together with `cursor`.")
    static let day = Parameter(
        name: "day", form: .day, meaning: "The day of the listing, for providers that have one for each day.")
    static let size = Parameter(
        name: "size", form: .text,
        meaning:
            "Which file: a role such as `regular`, or a width such as `1600x`.")
    static let embed = Parameter(
        name: "embed", form: .flag, meaning: "Whether to also write the credit into the file.")
    static let format = Parameter(
        name: "format", form: .text,
        meaning:
            "The format to convert the file to: \(FileFormat.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    static let use = Parameter(
        name: "use", form: .text,
        meaning:
            "The use that the files are for: \(LicenceUse.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    static let reserved = Parameter(
        name: "reserved", form: .flag,
        meaning: "Whether to include files whose licence does not permit the use, to look at in private.")
    static let width = Parameter(
        name: "w", form: .oneOf(PictureWorkshop.widths), meaning: "The maximum width of the picture.")

    init(_ field: QueryField) {
        self.init(name: field.name, form: .text, meaning: field.help + ".")
    }
}

/// The parameters of a request, checked against those of its route.
struct Parameters: Sendable {
    private let texts: [String: String]
    private let route: Route

    /// - Parameters:
    ///   - request: The request.
    ///   - route: The route, which must know all parameters of the request.
    /// - Throws: ``HTTPProblem`` if a parameter is unknown or invalid.
    init(_ request: HTTPServerRequest, of route: Route) throws(HTTPProblem) {
        self.route = route
        var texts: [String: String] = [:]
        for item in route.isForPeople ? [] : request.query {
            guard route.parameters.contains(where: { $0.name == item.name }) else {
                let known = route.parameters.map(\.name).joined(separator: ", ")
                throw HTTPProblem(
                    400,
                    "“\(item.name.prefix(60))” is not a parameter here; \(known.isEmpty ? "there are none" : "choose one of: \(known)")."
                )
            }
            // Invalid UTF-8 was replaced by this character, which is never part of a search.
            guard !item.value.unicodeScalars.contains("\u{FFFD}") else {
                throw HTTPProblem(400, "The value of “\(item.name)” is not valid UTF-8.")
            }
            guard texts.updateValue(item.value, forKey: item.name) == nil else {
                throw HTTPProblem(400, "Give \(item.name) once.")
            }
        }
        self.texts = texts
    }

    func text(_ parameter: Parameter) -> String? { texts[parameter.name] }

    func integer(_ parameter: Parameter) throws(HTTPProblem) -> Int? {
        guard let text = text(parameter) else { return nil }
        let number = Int(text)
        switch parameter.form {
        case .integer(let range):
            if let number, range.contains(number) { return number }
            throw HTTPProblem(
                400,
                "\(parameter.name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        case .oneOf(let numbers):
            if let number, numbers.contains(number) { return number }
            throw HTTPProblem(
                400, "\(parameter.name) must be one of \(numbers.map(String.init).joined(separator: ", ")).")
        case .text, .day, .flag: return number
        }
    }

    /// The value of a flag; false if it is absent.
    func flag(_ parameter: Parameter) throws(HTTPProblem) -> Bool {
        guard let text = text(parameter) else { return false }
        guard let flag = Bool(text) else {
            throw HTTPProblem(400, "\(parameter.name) must be true or false.")
        }
        return flag
    }

    func day(_ parameter: Parameter) throws(HTTPProblem) -> CalendarDay? {
        guard let text = text(parameter) else { return nil }
        guard let day = CalendarDay(text) else {
            throw HTTPProblem(400, "\(parameter.name) must be a date such as 2024-05-31.")
        }
        return day
    }
}
