internal import ForageCore

/// What the origin saw, held against what the test expects.
struct OriginCheck {
    private let requests: [TestRequest]
    private let responses: [Response?]

    init(_ requests: [TestRequest], _ responses: [Response?]) {
        self.requests = requests
        self.responses = responses
    }

    func check(_ log: [TestOrigin.Seen]) throws(TestFailure) {
        var place = 0
        for (index, request) in requests.enumerated() where request.expectation.type != .cached {
            let seen = log.indices.contains(place) ? log[place] : nil
            place += 1
            try check(request, number: index + 1, seen, responses[index])
        }
    }

    private func check(
        _ request: TestRequest, number: Int, _ seen: TestOrigin.Seen?, _ response: Response?
    ) throws(TestFailure) {
        let expected = request.expectation
        func require(_ holds: Bool, _ name: String, _ reason: String) throws(TestFailure) {
            let isSetup = expected.isSetup || expected.setupChecks.contains(name)
            if !holds { throw TestFailure(reason: reason, isSetup: isSetup) }
        }
        switch expected.type {
        case .notCached:
            try require(seen?.number == number, "expected_type", "the origin saw another request")
        case .tagValidated:
            try require(seen?.headers["If-None-Match"] != nil, "expected_type", "no If-None-Match")
        case .timeValidated:
            try require(seen?.headers["If-Modified-Since"] != nil, "expected_type", "no If-Modified-Since")
        case .cached, nil: break
        }
        for check in expected.requestHeaders {
            try require(
                seen.map { check.isMet(by: $0.headers, at: nil) } ?? false, "expected_request_headers",
                "the request's \(check.name) is \(seen?.headers[check.name] ?? "absent")")
        }
        for check in expected.missingRequestHeaders {
            try require(
                seen?.headers[check.name] == nil, "expected_request_headers_missing",
                "the request has \(check.name)")
        }
        if let method = expected.method {
            try require(seen?.method == method, "expected_method", "the origin saw no \(method)")
        }
        if let seen, seen.number == number, let response { try checkSent(seen, response) }
    }

    /// What the origin sent is what the client got.
    private func checkSent(_ seen: TestOrigin.Seen, _ response: Response) throws(TestFailure) {
        var sent = Headers()
        for field in seen.checked where field.name.lowercased() != "date" {
            sent.append(field.name, field.value)
        }
        for field in sent.fields where response.headers[field.name] != sent[field.name] {
            throw TestFailure(
                reason: "\(field.name) came as \(response.headers[field.name] ?? "nothing")", isSetup: true)
        }
    }
}
