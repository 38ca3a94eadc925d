import ForageCore
import ForageTesting
import Testing

@Suite("The conformance kit")
struct ProviderKitTests {
    @Test("finds nothing to blame in a sound provider", arguments: ProviderKit.Promise.allCases)
    func sound(promise: ProviderKit.Promise) throws {
        #expect(try breaches(of: promise, by: nil).isEmpty)
    }

    @Test("finds every promise that is broken", arguments: ProviderKit.Promise.allCases)
    func broken(promise: ProviderKit.Promise) throws {
        #expect(try !breaches(of: promise, by: promise).isEmpty)
    }

    @Test("asks for a list of records where one is said to be")
    func missingList() throws {
        let kit = try ProviderKit(
            FaultyProvider(breaking: nil).registration, samples: [sample(recordPath: "/pages")])
        #expect(kit.breaches(of: .badRecordCostsItself) == ["items: there is no list at /pages."])
    }

    private func breaches(
        of promise: ProviderKit.Promise, by fault: ProviderKit.Promise?
    ) throws -> [String] {
        let kit = try ProviderKit(
            FaultyProvider(breaking: fault).registration, samples: [sample(recordPath: "/items")])
        return kit.breaches(of: promise)
    }

    private func sample(recordPath: String) throws -> SampleAnswer {
        SampleAnswer(
            "items", to: .search(try Query("owl"), PageRequest(size: 30)),
            body: Array("{\"items\":[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"c\"}]}\n".utf8),
            recordPath: recordPath)
    }
}
