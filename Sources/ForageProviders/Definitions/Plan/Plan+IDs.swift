internal import ForageCore
internal import JSON

/// The place of the IDs in an answer: a list of them, or with `*` a member of each record of a list.
struct IDPlace: Sendable {
    let path: AnswerPath
    /// The steps that make an ID of each text.
    let steps: [ValueStep]

    /// Returns the list of the IDs or of their records.
    func list(in scope: AnswerScope) -> JSONValue { path.outermost(in: scope) }

    /// Returns some of the IDs, and the number of all.
    func ids(in scope: AnswerScope, from first: Int, atMost size: Int) -> (ids: [String], count: Int) {
        let values = path.hasAny ? path.values(in: scope) : Array(list(in: scope).elements)
        let texts = values.dropFirst(first).prefix(size).compactMap(\.plainText)
        return (steps.reduce(texts) { $1.applied(to: $0, in: scope.answer) }, values.count)
    }
}

/// Services whose lists have only IDs: each of them is looked up by the request for details.
extension Plan {
    /// The maximum number of IDs in a page, which is the number of requests that may follow an answer.
    static let greatestIDCount = 20

    func step(
        after response: Response, withIDsAt place: IDPlace, for request: ProviderRequest,
        of info: ProviderInfo
    ) throws(ProviderError) -> Step {
        var reader = try reader(of: response)
        let ids = try ids(at: place, for: request, of: info, &reader)
        guard response.following.isEmpty, !ids.page.isEmpty, let details else {
            return .page(try page(of: response, withIDsAt: place, for: request, of: info))
        }
        return .more(
            try ids.page.map { (id) throws(ProviderError) in try details.endpoint(RequestValues(id: id)) })
    }

    /// Decodes the answers that follow a list of IDs. An ID that no longer exists is left out.
    func page(
        of response: Response, withIDsAt place: IDPlace, for request: ProviderRequest, of info: ProviderInfo
    ) throws(ProviderError) -> Page {
        var reader = try reader(of: response)
        let ids = try ids(at: place, for: request, of: info, &reader)
        for following in response.following where !Self.statusesOfNothing.contains(following.status) {
            let scope = AnswerScope(AnswerReading(try reader.root(of: following).value))
            guard !gone.areMet(by: scope) || gone.isEmpty, let place = details?.place(in: scope) else {
                continue
            }
            _ = read(place, scope, isOptional: false, &reader)
        }
        let stated = total(in: AnswerScope(AnswerReading(reader.root.value)))
        return try reader.page(next: paging == nil ? nil : ids.next, total: stated ?? ids.count)
    }

    /// Returns the items in the answers that follow a list of IDs.
    func followingItems(_ response: Response) -> [AnswerScope] {
        response.following.compactMap { following in
            guard let root = try? following.json().root else { return nil }
            let scope = AnswerScope(AnswerReading(root))
            guard case .record(let place)? = details?.place(in: scope) else { return nil }
            return !gone.isEmpty && gone.areMet(by: scope) ? nil : scope.with(place.value(in: scope))
        }
    }

    /// Indicates whether an answer states that an ID of a list does not exist.
    func isMissingDetail(_ response: Response) -> Bool {
        guard Self.statusesOfNothing.contains(response.status), let url = response.url, let details else {
            return false
        }
        let hasIDs = [search, browse, day, file].contains {
            if case .ids? = $0?.items.first { true } else { false }
        }
        return hasIDs && url.text.hasPrefix(details.address.start)
    }

    private static let statusesOfNothing = [404, 410]

    private struct PageOfIDs {
        let page: [String]
        let count: Int
        let next: String?
    }

    private func ids(
        at place: IDPlace, for request: ProviderRequest, of info: ProviderInfo, _ reader: inout DraftReader
    ) throws(ProviderError) -> PageOfIDs {
        let scope = AnswerScope(AnswerReading(reader.root.value))
        let list = place.list(in: scope)
        guard list.kind == .array else {
            if reader.root.isComplete, !(isEmpty(scope) && !list.hasContent) {
                reader.note(missing: Field(list))
            }
            return PageOfIDs(page: [], count: 0, next: nil)
        }
        guard let asked = request.page?.bounded(by: info.terms) else {
            throw .unreadable("\(info.name) does not support this kind of request.")
        }
        let first = try asked.number(in: 0...Int(Int32.max), of: info)
        let size = min(asked.size, Self.greatestIDCount)
        let (page, count) = place.ids(in: scope, from: first, atMost: size)
        return PageOfIDs(page: page, count: count, next: first + size < count ? "\(first + size)" : nil)
    }
}
