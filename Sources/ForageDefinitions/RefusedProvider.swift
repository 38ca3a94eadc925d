internal import ForageCore
internal import JSON

/// Stands in for a provider whose definition says nothing that can be used: it is named, and never asked.
struct RefusedProvider: Provider, DefinedByFile {
    let about: About
    private let refusal: DefinitionFault

    private static let greatestKeyCount = 16

    /// - Parameters:
    ///   - id: Its name.
    ///   - fault: Why its definition is refused.
    ///   - description: What its definition says of it; keys that a configuration may name are taken from there.
    init(id: ProviderID, fault: DefinitionFault, keysIn description: JSONValue?) {
        let nowhere: WebURL = "https://refused.invalid/"
        let keys = description?["keys"].elements.prefix(Self.greatestKeyCount).compactMap { key in
            key["name"].text.map {
                KeySpec($0, variable: "\(id.name.uppercased())_KEY", isRequired: false, page: nowhere)
            }
        }
        // It is asked whatever is wanted, so that nothing else is why nothing comes, and what was kept of it is found.
        about = About(
            id: id, name: id.name, summary: "A definition that is refused", site: nowhere,
            kinds: Set(Kind.allCases), origins: [],
            capabilities: Capabilities(browses: true, filters: Set(Filter.Name.allCases)), keys: keys ?? [])
        refusal = fault
    }

    var fault: DefinitionFault? { refusal }

    func samples() throws(DefinitionFault) -> [SampleAnswer] { throw refusal }

    var registration: Registration { Registration(about) { _ in self } }

    func endpoint(for request: ProviderRequest) throws(Unanswerable) -> Endpoint {
        throw refusal.unanswerable
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(DecodingFault) -> Step {
        throw .unreadable("\(refusal.unanswerable)")
    }
}

extension DefinitionFault {
    /// Why a provider cannot be asked.
    var unanswerable: Unanswerable { Unanswerable("its definition is refused: \(self)") }
}
