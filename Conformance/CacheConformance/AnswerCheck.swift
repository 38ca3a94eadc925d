internal import ForageCore

/// What the client sees of one answer, held against what the test expects.
struct AnswerCheck {
    private let request: TestRequest
    private let expected: TestExpectation
    private let number: Int
    private let id: String

    init(_ request: TestRequest, number: Int, id: String) {
        self.request = request
        self.number = number
        self.id = id
        expected = request.expectation
    }

    func check(_ response: Response) throws(TestFailure) {
        let numbers = response.headers["Request-Numbers"]?.split(separator: " ") ?? []
        if numbers.count != Set(numbers).count { throw TestFailure(reason: "retry", isSetup: true) }
        try checkType(response)
        try checkStatus(response)
        try checkHeaders(response)
        try checkBody(response)
    }

    private func checkType(_ response: Response) throws(TestFailure) {
        let count = response.headers["Server-Request-Count"].flatMap { Int($0) }
        switch expected.type {
        case .cached where count == nil && response.status == 304: break
        case .cached:
            try require(count.map { $0 < number } ?? false, "expected_type", "came from the origin")
        case .notCached:
            try require(count == number, "expected_type", "came from the cache")
        case .tagValidated, .timeValidated, nil: break
        }
    }

    private func checkStatus(_ response: Response) throws(TestFailure) {
        guard let status = expected.status, status != response.status else { return }
        if response.status == 999 {
            try require(false, "expected_type", "the request should have been conditional")
        }
        let isSetup = !expected.isStatusStated || expected.isSetup
        throw TestFailure(
            reason: "status is \(response.status), not \(status)",
            isSetup: isSetup || expected.setupChecks.contains("expected_status"))
    }

    private func checkHeaders(_ response: Response) throws(TestFailure) {
        let time = response.headers["Server-Now"].flatMap { Double($0) }
        for check in expected.headers {
            let value = response.headers[check.name] ?? "absent"
            try require(
                check.isMet(by: response.headers, at: time), "expected_response_headers",
                "\(check.name) is \(value), not \(check.demand)")
        }
        for check in expected.missingHeaders {
            try require(
                check.isAbsent(from: response.headers), "expected_response_headers_missing",
                "\(check.name) is there")
        }
    }

    private func checkBody(_ response: Response) throws(TestFailure) {
        let text = String(decoding: response.body, as: UTF8.self)
        switch expected.text {
        case .any: break
        case .stated(let stated):
            guard request.method != .head, ![204, 304].contains(response.status) else { break }
            try require(text == stated, "expected_response_text", "the body is \(text), not \(stated)")
        case .usual:
            guard request.method != .head, ![204, 304].contains(response.status), text != id else { break }
            throw TestFailure(reason: "the body is \(text)", isSetup: true)
        }
    }

    private func require(_ holds: Bool, _ name: String, _ reason: String) throws(TestFailure) {
        if holds { return }
        throw TestFailure(reason: reason, isSetup: expected.isSetup || expected.setupChecks.contains(name))
    }
}

extension HeaderCheck {
    /// Whether a field is not there, or says something else.
    fileprivate func isAbsent(from headers: Headers) -> Bool {
        guard let value = headers[name] else { return true }
        if case .equal(let text) = demand { return !value.contains(text) }
        return false
    }
}
