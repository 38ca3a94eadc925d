import ForageCore
import ForageFormats
import JSON
import LoopbackClient
import Testing

@testable import ForageGallery

@Suite("The OpenAPI description")
struct DescriptionTests {
    private func description() throws -> JSONValue {
        try JSONDocument(ServiceDescription.content.bytes, mode: .strict).root
    }

    @Test("every API route is described, with its parameters", arguments: Route.allCases)
    func routes(route: Route) throws {
        let described = try description()["paths"][route.path]
        #expect(Array(described.members).count == (route.isForPeople ? 0 : 1))
        let operation = described[route.methods.contains("POST") ? "post" : "get"]
        #expect(operation.exists == !route.isForPeople)
        guard operation.exists else { return }
        let names = operation["parameters"].elements.filter { $0["in"].string == "query" }.map {
            $0["name"].string
        }
        #expect(names == route.parameters.map(\.name))
        #expect(operation["responses"]["400"].exists)
        #expect(operation["requestBody"].exists == [.zip, .change, .collecting].contains(route))
    }

    @Test("the description of queries is that of the query language")
    func language() throws {
        let query = try description()["paths"]["/api/v1/search"]["get"]["parameters"][0]
        #expect(query["name"].string == "q")
        #expect(query["description"].string?.contains("- `orientation:SHAPE` Only landscape") == true)
    }

    @Test("every referenced schema exists")
    func references() throws {
        let text = String(decoding: ServiceDescription.content.bytes, as: UTF8.self)
        let schemas = try description()["components"]["schemas"]
        let marks = text.split(separator: "\"#/components/schemas/").dropFirst()
        #expect(!marks.isEmpty)
        for mark in marks { #expect(schemas[String(mark.prefix { $0 != "\"" })].exists) }
    }

    @Test("the schemas have the values of the program")
    func values() throws {
        let schemas = try description()["components"]["schemas"]
        func values(_ name: String, _ path: String...) -> [String?] {
            path.reduce(schemas[name]["properties"]) { $0[$1] }.elements.map(\.string)
        }
        let states = ProviderReadiness.Kind.allCases.map(\.rawValue)
        #expect(values("Providers", "providers", "items", "properties", "state", "enum") == states)
        #expect(values("Health", "providers", "required") == states)
        let forms = CreditView.Form.allCases.map(\.rawValue)
        #expect(schemas["Credit"]["required"].elements.map(\.string) == forms)
        #expect(schemas["Picks"]["properties"]["items"]["maxItems"].int == ZipOrder.greatestCount)
        let rights = schemas["Result"]["allOf"][2]["properties"]["rights"]["properties"]
        #expect(rights["summary"]["enum"].elements.map(\.string) == LicenceSummary.allCases.map(\.rawValue))
        #expect(rights["uses"]["items"]["enum"].elements.map(\.string) == LicenceUse.allCases.map(\.rawValue))
    }

    @Test("the description is served with a tag")
    func served() async throws {
        let played = try SandboxGallery()
        let reply = try await played.get("/api/openapi.json")
        #expect(reply.status == 200)
        #expect(try reply.json["openapi"].string == "3.1.0")
        let tag = try #require(reply["ETag"])
        #expect(try await played.get("/api/openapi.json", headers: ["If-None-Match: \(tag)"]).status == 304)
    }
}
