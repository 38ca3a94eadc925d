internal import ForageCore
internal import Platform

/// A plan for requests: an address and fields with placeholders.
struct EndpointPlan: Sendable {
    let address: RequestTemplate
    let query: [Field]
    let headers: [Field]
    /// The JSON to send; nil for a request without it.
    let body: RequestBody?
    let filters: [FilterPlan]
    let orders: [Order: [Field]]
    let items: [RecordPlace]
    /// Indicates whether the request is for one page of several.
    let isPaged: Bool

    struct Field: Sendable {
        let name: String
        let value: RequestTemplate
    }

    struct FilterPlan: Sendable {
        let name: Filter.Name
        let query: String
        let values: Values

        enum Values: Sendable {
            case words([String: String])
            case day
            case seconds
            /// The service's names for licences by licence family, and the separator between several names.
            case licences([String: String], separator: String)
        }
    }

    /// Creates a request. A query item or header without a value is left out.
    func endpoint(
        _ values: RequestValues, filters wanted: [Filter] = [], order: Order = .relevance
    ) throws(ProviderError) -> Endpoint {
        guard let text = address.address(values), let url = WebURL(text), !url.leadsOutOfFolder else {
            throw .unanswerable("\(values.subject) cannot be part of an address of the service.")
        }
        var endpoint = body.map { Endpoint.post(url, json: $0.json(values)) } ?? .get(url)
        endpoint.query = (query + (orders[order] ?? [])).compactMap { $0.filled(values) }
        for filter in wanted.statingContent {
            guard let field = try filters.first(where: { $0.name == filter.name })?.field(filter) else {
                continue
            }
            endpoint.query.append(field)
        }
        endpoint.headers = headers.compactMap { $0.filled(values) }
        return endpoint
    }
}

/// The values for the placeholders of a request.
struct RequestValues {
    var text: String?
    var id: String?
    var day: CalendarDay?
    var sha1: String?
    var size = 1
    var page: PagingPlan.Place?

    /// The subject of the request, for messages.
    var subject: String { (id ?? text ?? "The listing").quoted }

    func value(of place: RequestTemplate.Place) -> String? {
        switch place {
        case .text: text
        case .id: id
        case .day: day?.description
        case .sha1: sha1
        case .size: "\(size)"
        case .page, .offset: page?.number.map(String.init)
        case .cursor: page?.cursor
        }
    }
}

/// A template of a text in a request, with placeholders: `{text}`, `{page}`, `{key.accessKey}`.
struct RequestTemplate: Sendable {
    private let pieces: [Piece]

    private enum Piece: Sendable {
        case text(String)
        /// A placeholder. In an address its value is encoded; if it is written `{+id}`, its slashes are kept.
        case place(Place, keepsSlashes: Bool)
        case key(String)
        /// The time or a signature.
        case own(Endpoint.Piece)
    }

    /// A placeholder in a request.
    enum Place: String, Sendable, CaseIterable {
        case text, id, day, sha1, size, page, offset, cursor

        /// Indicates whether the placeholder selects a page.
        var isOfPage: Bool { [.page, .offset, .cursor].contains(self) }
    }

    /// - Parameters:
    ///   - text: The text.
    ///   - places: The placeholders that such a request may have.
    ///   - keys: The names of the declared keys.
    ///   - isOfHeader: True for a header field, which can also have the time and a signature.
    /// - Throws: ``DocumentError`` for an unknown placeholder.
    init(
        _ text: String, places: [Place], keys: [String], isOfHeader: Bool = false
    ) throws(DocumentError) {
        pieces = try TemplateText(text).parts.map { (part) throws(DocumentError) in
            switch part {
            case .text(let text): return .text(text)
            case .place(let name):
                let plain = name.hasPrefix("+") ? String(name.dropFirst()) : name
                if let place = Place(rawValue: plain), places.contains(place),
                    plain == name || place == .id
                {
                    return .place(place, keepsSlashes: plain != name)
                }
                if name.hasPrefix("key."), keys.contains(String(name.dropFirst(4))) {
                    return .key(String(name.dropFirst(4)))
                }
                if isOfHeader, let piece = Self.signature(name, keys: keys) { return .own(piece) }
                let known = places.map(\.rawValue) + keys.map { "key.\($0)" }
                let rest =
                    known.isEmpty
                    ? "in a header field, only keys can be placeholders" : known.asChoice
                throw DocumentError("{\(name)} is not a placeholder here; \(rest)")
            }
        }
    }

    /// Returns the time, or a signature such as `sha1:key.apiKey+key.secret+time`; nil for anything else.
    private static func signature(_ name: String, keys: [String]) -> Endpoint.Piece? {
        if name == "time" { return .time }
        guard name.hasPrefix("sha1:") else { return nil }
        let parts = name.dropFirst("sha1:".count).split(separator: "+").map { part -> Endpoint.Piece? in
            if part == "time" { return .time }
            let key = String(part.dropFirst("key.".count))
            return part.hasPrefix("key.") && keys.contains(key) ? .key(key) : nil
        }
        return parts.isEmpty || parts.contains(nil) ? nil : .sha1(parts.compactMap(\.self))
    }

    var places: [Place] { pieces.compactMap { if case .place(let place, _) = $0 { place } else { nil } } }

    var namesKey: Bool {
        pieces.contains { if case .key = $0 { true } else if case .own = $0 { true } else { false } }
    }

    /// The text before the first placeholder.
    var start: String {
        if case .text(let text) = pieces.first { text } else { "" }
    }

    /// Returns the parts of a value; nil if a placeholder has no value.
    func pieces(_ values: RequestValues) -> [Endpoint.Piece]? {
        var filled: [Endpoint.Piece] = []
        for piece in pieces {
            switch piece {
            case .text(let text): filled.append(.text(text))
            case .key(let name): filled.append(.key(name))
            case .own(let piece): filled.append(piece)
            case .place(let place, _):
                guard let value = values.value(of: place) else { return nil }
                filled.append(.text(value))
            }
        }
        return filled
    }

    /// Returns the text as an address; nil if a placeholder has no value or an unsafe one.
    func address(_ values: RequestValues) -> String? {
        var address = ""
        for piece in pieces {
            switch piece {
            case .text(let text): address += text
            case .key, .own: return nil
            case .place(let place, let keepsSlashes):
                guard let value = values.value(of: place) else { return nil }
                let steps =
                    keepsSlashes
                    ? value.split(separator: "/", omittingEmptySubsequences: false).map(String.init) : [value]
                // A path component that consists of dots would change the folder.
                guard steps.allSatisfy({ $0.isEmpty || !$0.allSatisfy { $0 == "." } }) else { return nil }
                address += steps.map { PercentEncoding.encode($0) }.joined(separator: "/")
            }
        }
        return address
    }
}

extension WebURL {
    /// Indicates whether a path component is `.` or `..`.
    fileprivate var leadsOutOfFolder: Bool { path.split(separator: "/").contains { $0 == "." || $0 == ".." } }
}

extension EndpointPlan.Field {
    fileprivate func filled(_ values: RequestValues) -> Endpoint.Field? {
        value.pieces(values).map { Endpoint.Field(name: name, value: $0) }
    }
}

extension EndpointPlan.FilterPlan {
    fileprivate func field(_ filter: Filter) throws(ProviderError) -> Endpoint.Field? {
        let word: String? =
            switch (filter, values) {
            case (.orientation(let shape), .words(let words)): words[shape.rawValue]
            case (.hue(let hue), .words(let words)): words[hue.rawValue]
            case (.content(let content), .words(let words)): words[content.rawValue]
            case (.publishedSince(let day), .day), (.publishedBefore(let day), .day):
                "\(CalendarDay(containing: day))"
            case (.publishedSince(let day), .seconds), (.publishedBefore(let day), .seconds):
                "\(Int(day.timeIntervalSince1970))"
            case (.licence(let wanted), .licences(let words, let separator)):
                try Self.licences(wanted, words).joined(separator: separator)
            default: nil
            }
        return word.map { Endpoint.Field(name: query, value: [.text($0)]) }
    }

    /// Returns the service's names for every licence that the filter may permit, in a stable order.
    private static func licences(
        _ wanted: LicenceFilter, _ words: [String: String]
    ) throws(ProviderError) -> [String] {
        let granted = words.keys.sorted().filter(wanted.mayBeGranted).compactMap { words[$0] }
        guard !granted.isEmpty else {
            throw .unanswerable("The service has no licence that matches \(wanted).")
        }
        return granted
    }
}
