internal import ForageCore
internal import ForageSearch

extension ProviderChecks {
    /// Follows the pages as far as the samples go.
    var paging: Verdict {
        let named = fullSamples.compactMap { sample in
            decode(sample).page?.next.map { (sample, $0) }
        }
        guard provider.about.capabilities.pages else {
            return Verdict(named.map { "\($0.0.name): it names a next page, but says that it has none." })
        }
        guard !named.isEmpty else {
            return .notApplicable("no sample names a next page")
        }
        let walks = fullSamples.filter { $0.request.page != nil && $0.request.page?.cursor == nil }.map(walk)
        let breaches = named.flatMap { faults(of: $1, after: $0) } + walks.flatMap(\.breaches)
        if breaches.isEmpty, !walks.contains(where: \.endsLater) {
            return .notApplicable("its samples do not go on to a last page")
        }
        return Verdict(breaches)
    }

    private func faults(of next: String, after sample: SampleAnswer) -> [String] {
        guard next.utf8.count <= SearchCursor.greatestPlaceByteCount else {
            return ["\(sample.name): its name for the next page is \(next.utf8.count) bytes long."]
        }
        let endpoint = try? provider.endpoint(for: sample.request)
        let further = sample.request.page(next).flatMap { try? provider.endpoint(for: $0) }
        return further != nil && further != endpoint
            ? [] : ["\(sample.name): its next page cannot be asked for, or is asked for like the first."]
    }

    private struct Walk {
        var breaches: [String] = []
        /// Whether it came to an end that was not its beginning.
        var endsLater = false
    }

    private func walk(from first: SampleAnswer) -> Walk {
        var walk = Walk()
        var ids: Set<String> = []
        var cursors: Set<String> = []
        var sample = first
        while let page = decode(sample).page {
            for draft in page.drafts where !ids.insert(draft.localID).inserted {
                walk.breaches.append("\(sample.name): \(draft.localID) was on a page before it.")
            }
            guard let next = page.next else {
                walk.endsLater = !cursors.isEmpty
                return walk
            }
            guard cursors.insert(next).inserted else {
                walk.breaches.append("\(sample.name): it leads back to the page “\(next)”.")
                return walk
            }
            guard let following = fullSamples.first(where: { $0.request == first.request.page(next) }) else {
                return walk
            }
            sample = following
        }
        return walk
    }
}

extension ProviderRequest {
    /// The same request for another page.
    func page(_ cursor: String) -> ProviderRequest? {
        switch self {
        case .search(let query, let page): .search(query, PageRequest(size: page.size, cursor: cursor))
        case .browse(let browse, let page): .browse(browse, PageRequest(size: page.size, cursor: cursor))
        case .details, .download: nil
        }
    }
}
