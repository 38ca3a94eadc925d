internal import Forage
internal import ForageCore

/// The built-in providers once for each sandbox, each copy under a name of its own.
///
/// Every set of copies has a sandbox to itself, so that the limit of connections to a host counts for it
/// alone, as it would for other services.
struct Copies {
    let sandboxes: [WebURL]

    func forage() throws -> Forage {
        let copies = sandboxes.enumerated().flatMap { number, sandbox in
            Forage.builtIn.map { Copy(of: $0, number: number, playedAt: sandbox) }
        }
        var flags = copies.map { copy in
            ConfigurationLayer.Flag("", sets: "providers.\(copy.info.id).baseURL", to: copy.address)
        }
        flags += sandboxes.map { ConfigurationLayer.Flag("", sets: "allow.origins", to: "\($0.origin)") }
        let keys = Forage.builtIn.flatMap(\.info.keys).map { ($0.variable, "sandbox-\($0.name)") }
        return Forage(
            try Configuration(
                layers: [.flags(flags)], registrations: copies.map(\.registration),
                environment: Dictionary(keys) { $1 }))
    }
}

/// A provider under another name, with an origin of its own, as another service would have.
private struct Copy {
    let info: ProviderInfo
    let address: String
    private let original: Registration

    init(of original: Registration, number: Int, playedAt sandbox: WebURL) {
        let origin = original.info.origins[0]
        var info = original.info
        info.id = ProviderID("\(info.id)\(number)") ?? info.id
        info.origins = WebURL("https://\(number).\(origin.host)").map { [$0.origin] } ?? []
        self.info = info
        self.original = original
        address = "\(sandbox.origin)/\(origin.host)"
    }

    var registration: Registration {
        Registration(info, settings: original.settings) { [original, info] (values) throws(SettingError) in
            Renamed(info: info, original: try original.make(values))
        }
    }
}

private struct Renamed: Provider {
    let info: ProviderInfo
    let original: any Provider

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        var endpoint = try original.endpoint(for: request)
        if case .web(let url) = endpoint.target,
            let own = WebURL("\(info.origins[0])\(url.pathAndQuery)")
        {
            endpoint.target = .web(own)
        }
        return endpoint
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        try original.decode(response, for: request)
    }

    func attribution(for draft: Draft) -> Attribution { original.attribution(for: draft) }

    func refusal(in response: Response) -> Refusal? { original.refusal(in: response) }
}
