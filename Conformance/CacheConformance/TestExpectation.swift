internal import ForageCore
internal import JSON

/// What the answer to a request must be like, and what the origin must have seen.
struct TestExpectation {
    let type: AnswerType?
    /// Nil where any will do.
    let status: Int?
    let isStatusStated: Bool
    let headers: [HeaderCheck]
    let missingHeaders: [HeaderCheck]
    let text: Text
    let requestHeaders: [HeaderCheck]
    let missingRequestHeaders: [HeaderCheck]
    let method: String?
    let isSetup: Bool
    let setupChecks: Set<String>

    enum AnswerType: String {
        case cached
        case notCached = "not_cached"
        case tagValidated = "etag_validated"
        case timeValidated = "lm_validated"
    }

    enum Text {
        case any
        /// What the origin sends by itself.
        case usual
        case stated(String)
    }

    init(_ json: JSONValue) {
        type = json["expected_type"].string.flatMap(AnswerType.init)
        isStatusStated = json["expected_status"].exists
        status = isStatusStated ? json["expected_status"].int : json["response_status"][0].int ?? 200
        headers = json["expected_response_headers"].elements.map(HeaderCheck.init)
        missingHeaders = json["expected_response_headers_missing"].elements.map(HeaderCheck.init)
        requestHeaders = json["expected_request_headers"].elements.map(HeaderCheck.init)
        missingRequestHeaders = json["expected_request_headers_missing"].elements.map(HeaderCheck.init)
        method = json["expected_method"].string
        isSetup = json["setup"].bool == true
        setupChecks = Set(json["setup_tests"].elements.compactMap(\.string))
        if json["check_body"].bool == false {
            text = .any
        } else if json["expected_response_text"].exists {
            text = json["expected_response_text"].string.map(Text.stated) ?? .any
        } else {
            text = json["response_body"].string.map(Text.stated) ?? .usual
        }
    }
}

/// What one header field must be.
struct HeaderCheck {
    let name: String
    let demand: Demand

    enum Demand {
        case present
        case equal(String)
        /// A time so many seconds from the answer's.
        case time(Int)
        case sameAs(String)
        case greater(Int)
    }

    init(_ json: JSONValue) {
        guard json.kind == .array else {
            (name, demand) = (json.string ?? "", .present)
            return
        }
        name = json[0].string ?? ""
        switch json[1].string {
        case "=" where json[2].exists: demand = .sameAs(json[2].string ?? "")
        case ">" where json[2].exists: demand = .greater(json[2].int ?? 0)
        case let text?: demand = .equal(text)
        case nil: demand = json[1].int.map(Demand.time) ?? .present
        }
    }

    /// Whether header fields are so; the time is the origin's when it answered, in milliseconds since 1970.
    func isMet(by headers: Headers, at time: Double?) -> Bool {
        let value = headers[name]
        return switch demand {
        case .present: value != nil
        case .equal(let text): value == text
        case .time(let seconds): value == time.map { TestTime.text($0 / 1000 + Double(seconds)) }
        case .sameAs(let other): value == headers[other]
        case .greater(let number): value.flatMap { Int($0) }.map { $0 > number } ?? false
        }
    }
}
