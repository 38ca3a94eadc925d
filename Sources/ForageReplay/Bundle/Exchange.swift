package import ForageCore

/// One request, its keys only named, and what came of it.
package struct Exchange: Hashable, Sendable {
    /// On whose behalf it was made.
    package let provider: ProviderID
    /// The request.
    package let endpoint: Endpoint
    /// How many milliseconds after the start of the run it ended.
    package let milliseconds: Int
    /// What came of it.
    package let ending: Ending

    /// What comes of a request.
    package enum Ending: Hashable, Sendable {
        case answer(Response, Outcome.Origin)
        case failure(FetchFailure)
    }

    package init(_ provider: ProviderID, _ endpoint: Endpoint, after milliseconds: Int, _ ending: Ending) {
        self.provider = provider
        self.endpoint = endpoint
        self.milliseconds = milliseconds
        self.ending = ending
    }
}

extension Exchange {
    /// What a request is found again by.
    struct Key: Hashable {
        let provider: ProviderID
        let endpoint: Endpoint

        init(_ provider: ProviderID, _ endpoint: Endpoint) {
            self.provider = provider
            var endpoint = endpoint
            // A file is the same wherever its name came from.
            if case .file(let file) = endpoint.target {
                endpoint.target = .file(FileSetting(path: file.path))
            }
            self.endpoint = endpoint
        }
    }

    var key: Key { Key(provider, endpoint) }
}
