internal import ForageCore
internal import JSON

/// Tests that belong together.
struct TestSuite {
    let id: String
    let tests: [CacheTest]

    /// Every suite of a file; nil when it is none of tests.
    static func all(in bytes: [UInt8]) -> [TestSuite]? {
        guard let root = try? JSONDocument(bytes).root, root["suites"].kind == .array else { return nil }
        return root["suites"].elements.map { suite in
            TestSuite(id: suite["id"].string ?? "", tests: suite["tests"].elements.map(CacheTest.init))
        }
    }
}

/// One test: requests sent one after the other to a cache that is empty at first.
struct CacheTest {
    let id: String
    let kind: Kind
    let subset: String
    let dependencies: [String]
    let requests: [TestRequest]

    enum Kind: String, CaseIterable {
        case required, optimal, check
    }

    init(_ json: JSONValue) {
        id = json["id"].string ?? ""
        kind = json["kind"].string.flatMap(Kind.init) ?? .check
        subset = json["subset"].string ?? ""
        dependencies = json["depends_on"].elements.compactMap(\.string)
        requests = json["requests"].elements.map(TestRequest.init)
    }
}

/// One request of a test, how the origin answers it, and what the answer must be like.
struct TestRequest {
    let method: Endpoint.Method
    let headers: [TestHeader]
    let path: String
    let pausesAfter: Bool
    let timesFollowPreviousAnswer: Bool
    let datesInRFC850: Set<String>
    let locationsAreOwn: Bool
    let disconnects: Bool
    let responsePause: Double
    let status: Int?
    let responseHeaders: [TestHeader]
    let responseBody: String?
    let expectation: TestExpectation

    init(_ json: JSONValue) {
        method = json["request_method"].string.flatMap(Endpoint.Method.init) ?? .get
        headers =
            json["request_headers"].elements.map(TestHeader.init)
            + (json["cache"].string == "no-cache" ? [TestHeader("Cache-Control", .text("max-age=0"))] : [])
        path =
            (json["filename"].string.map { "/\($0)" } ?? "")
            + (json["query_arg"].string.map { "?\($0)" } ?? "")
        pausesAfter = json["pause_after"].bool == true
        timesFollowPreviousAnswer = json["magic_ims"].bool == true
        datesInRFC850 = Set(json["rfc850date"].elements.compactMap { $0.string?.lowercased() })
        locationsAreOwn = json["magic_locations"].bool == true
        disconnects = json["disconnect"].bool == true
        responsePause = json["response_pause"].double ?? 0
        status = json["response_status"][0].int
        responseHeaders = json["response_headers"].elements.map(TestHeader.init)
        responseBody = json["response_body"].string
        expectation = TestExpectation(json)
    }
}

/// A header field of a test.
struct TestHeader {
    let name: String
    let value: Value
    /// Whether the client is to see it as it was sent.
    let isChecked: Bool

    enum Value {
        case text(String)
        /// A time so many seconds from now.
        case seconds(Int)
    }

    init(_ name: String, _ value: Value) {
        (self.name, self.value, isChecked) = (name, value, true)
    }

    init(_ json: JSONValue) {
        name = json[0].string ?? ""
        value = json[1].int.map(Value.seconds) ?? .text(json[1].string ?? "")
        isChecked = json[2].bool != false
    }
}
