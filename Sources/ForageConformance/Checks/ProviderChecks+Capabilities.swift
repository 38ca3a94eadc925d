internal import ForageCore
internal import ForageSearch
internal import Platform

extension ProviderChecks {
    /// Descriptions of the capabilities that are declared but missing, or present but not declared.
    var untrueCapabilities: [String] {
        let can = provider.info.capabilities
        return untrueRequests(can) + untrueFilters(can) + untrueOrders(can)
            + (provider.info.kinds.isEmpty ? ["It declares no kind."] : [])
    }

    private func untrueRequests(_ can: Capabilities) -> [String] {
        var breaches: [String] = []
        if can.searches, search() == nil { breaches.append("It declares that it searches, but refuses to.") }
        if can.searches, search() == search(for: "another") {
            breaches.append("It declares that it searches, but its request does not depend on the words.")
        }
        if !can.searches, listing() == nil { breaches.append("It neither searches nor lists.") }
        if can.browses, listing() == nil { breaches.append("It declares that it browses, but refuses to.") }
        if can.browsesDays {
            let days = ["2023-01-02", "2024-05-31"].map { listing(of: CalendarDay($0)) }
            if days[0] == nil || days[0] == days[1] {
                breaches.append(
                    "It declares that it browses days, but its request does not depend on the day.")
            }
        }
        return breaches
    }

    /// Checks that the request contains each supported filter, and no filter that the core applies.
    private func untrueFilters(_ can: Capabilities) -> [String] {
        Filter.Name.allCases.flatMap { name -> [String] in
            let filters = Self.filters(name)
            let requests = filters.map { asked(with: [$0]) }
            let plain = filters.map(plain)
            if can.filters.contains(name) {
                // A service may not offer such a licence, and several filters may result in the same licences.
                let mayRefuse = name == .licence && requests.contains { $0 != nil }
                let isHeard =
                    zip(requests, plain).allSatisfy { $0 == nil ? mayRefuse : $0 != $1 }
                    && (requests.count == 1 || requests.contains { $0 != requests[0] })
                return isHeard
                    ? [] : ["It declares that it filters by \(name.rawValue), but its request does not."]
            }
            let isUnheard = zip(requests, plain).allSatisfy { $0 == nil || $0 == $1 }
            return isUnheard ? [] : ["It filters by \(name.rawValue), but does not declare it."]
        }
    }

    private func untrueOrders(_ can: Capabilities) -> [String] {
        guard can.searches else { return [] }
        let plain = search()
        return Order.allCases.filter { $0 != .relevance }.compactMap { order in
            let isHeard = search(in: order) != plain && search(in: order) != nil
            if can.orders.contains(order) == isHeard || !isHeard && !can.orders.contains(order) { return nil }
            return isHeard
                ? "It sorts by \(order.rawValue), but does not declare it."
                : "It declares that it sorts by \(order.rawValue), but its request does not."
        }
    }

    // MARK: - Requests

    /// Returns the request without the filter. The words of a phrase are always part of the search.
    private func plain(_ filter: Filter) -> Endpoint? {
        guard case .phrases(let phrases) = filter, provider.info.capabilities.searches else {
            return asked(with: [])
        }
        return search(for: (["owl"] + phrases).joined(separator: " "))
    }

    private func asked(with filters: [Filter]) -> Endpoint? {
        provider.info.capabilities.searches ? search(with: filters) : listing(with: filters)
    }

    private func search(
        for words: String = "owl", with filters: [Filter] = [], in order: Order = .relevance
    ) -> Endpoint? {
        guard let query = try? Query(words, filters: filters, order: order) else { return nil }
        return try? provider.endpoint(for: .search(query, PageRequest(size: 10)))
    }

    private func listing(of day: CalendarDay? = nil, with filters: [Filter] = []) -> Endpoint? {
        try? provider.endpoint(for: .browse(Browse(day: day, filters: filters), PageRequest(size: 10)))
    }

    private static let dates = [1_600_000_000, 1_700_000_000].map { Date(timeIntervalSince1970: $0) }

    /// Returns at least one filter with a name, if possible two different ones.
    private static func filters(_ name: Filter.Name) -> [Filter] {
        switch name {
        case .phrase: [.phrases(["barn owl"]), .phrases(["tawny owl"])]
        case .without: [.without(["barn"]), .without(["tawny"])]
        case .creator: [.creator("Ann"), .creator("Bea")]
        case .collection: [.collection("Birds"), .collection("Nights")]
        case .licence:
            [LicenceFilter([.commercial]), LicenceFilter([.modify])].map(Filter.licence)
                + Licence.families.map { .licence(LicenceFilter(licences: [$0])) }
        case .kind: [.kinds([.photo]), .kinds([.topic])]
        case .orientation: [.orientation(.landscape), .orientation(.portrait)]
        case .minimumSize:
            [(800, 600), (1_600, 1_200)].compactMap { PixelSize(width: $0, height: $1) }.map(
                Filter.minimumSize)
        case .publishedSince:
            dates.map(Filter.publishedSince)
        case .publishedBefore: dates.map(Filter.publishedBefore)
        case .hue: [.hue(.blue), .hue(.red)]
        // Content that is suitable for everyone is also requested without a filter.
        case .content: [.content(.any)]
        }
    }
}

extension ProviderChecks {
    /// The verdict on the following pages, as far as there are samples of them.
    var paging: Verdict {
        let named = fullSamples.compactMap { sample in
            decode(sample).page?.next.map { (sample, $0) }
        }
        guard provider.info.capabilities.pages else {
            return Verdict(named.map { "\($0.0.name): it names a next page, but declares that it has none." })
        }
        guard !named.isEmpty else {
            return .notApplicable("no sample names a next page")
        }
        let walks = fullSamples.filter { $0.request.page != nil && $0.request.page?.cursor == nil }.map(walk)
        let breaches = named.flatMap { faults(of: $1, after: $0) } + walks.flatMap(\.breaches)
        if breaches.isEmpty, !walks.contains(where: \.endsLater) {
            return .notApplicable("its samples do not reach a last page")
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
            ? []
            : ["\(sample.name): its next page cannot be requested, or has the same request as the first."]
    }

    private struct Walk {
        var breaches: [String] = []
        /// Indicates whether the last page is not the first.
        var endsLater = false
    }

    private func walk(from first: SampleAnswer) -> Walk {
        var walk = Walk()
        var ids: Set<String> = []
        var cursors: Set<String> = []
        var sample = first
        while let page = decode(sample).page {
            for draft in page.drafts where !ids.insert(draft.localID).inserted {
                walk.breaches.append("\(sample.name): \(draft.localID) was on an earlier page.")
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
    /// Returns the same request for another page.
    func page(_ cursor: String) -> ProviderRequest? {
        switch self {
        case .search(let query, let page): .search(query, PageRequest(size: page.size, cursor: cursor))
        case .browse(let browse, let page): .browse(browse, PageRequest(size: page.size, cursor: cursor))
        case .details, .download: nil
        }
    }
}
