import ForageCore
import Testing

@testable import ForageProviders

@Suite("Requests that send JSON or are signed")
struct BodyTests {
    private static let query =
        #""query": {"q": "{text}", "page": "{page}", "n": "{size}", "key": "{key.apiKey}"}"#

    private func endpoint(_ request: String) throws -> Endpoint {
        let definition = try SmallDefinition.definition(SmallDefinition.text(Self.query, request))
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        return try plan.endpoint(
            for: .search(try Query("barn owl"), PageRequest(size: 5)), of: definition.info)
    }

    @Test("a body is sent with POST, with numbers where a text is only a number")
    func body() throws {
        let endpoint = try endpoint(
            #""body": {"query": {"match": "{text}"}, "page": "{page}", "limit": "{size}", "tags": ["a", 1.50, true, null]}, "headers": {"X-Key": "{key.apiKey}"}"#
        )
        #expect(endpoint.method == .post)
        #expect(
            endpoint.body
                == #"{"query":{"match":"barn owl"},"page":1,"limit":5,"tags":["a",1.50,true,null]}"#)
        #expect(endpoint.keyNames == ["apiKey"])
    }

    @Test("a request without a body is a GET")
    func noBody() throws {
        let endpoint = try endpoint(Self.query)
        #expect((endpoint.method, endpoint.body) == (.get, nil))
    }

    @Test("a header can have the time, and a signature made of keys and the time")
    func signature() throws {
        let endpoint = try endpoint(
            Self.query
                + #", "headers": {"X-Auth-Date": "{time}", "Authorization": "{sha1:key.apiKey+time}"}"#)
        #expect(endpoint.headers.map(\.value) == [[.time], [.sha1([.key("apiKey"), .time])]])
    }

    @Test(
        "a wrong signature, or one outside a header, is refused",
        arguments: [
            #""headers": {"A": "{sha1:key.other+time}"}"#, #""headers": {"A": "{sha1:}"}"#,
            #""headers": {"A": "{sha1:text}"}"#,
        ])
    func refused(headers: String) {
        let fault = SmallDefinition.fault(SmallDefinition.text(Self.query, "\(Self.query), \(headers)"))
        #expect(fault?.contains("is not a placeholder here") == true, "\(fault ?? "")")
    }

    @Test("a key is never in the body")
    func key() {
        let fault = SmallDefinition.fault(
            SmallDefinition.text(Self.query, Self.query + #", "body": {"key": "{key.apiKey}"}"#))
        #expect(fault?.contains("put the key in") == true)
    }
}
