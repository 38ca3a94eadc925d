internal import ForageCore

/// A text of a request with places: `{text}`, `{page}`, `{key.accessKey}`.
struct RequestTemplate: Sendable {
    private let pieces: [Piece]

    private enum Piece: Sendable {
        case text(String)
        case place(Place)
        case key(String)
    }

    /// What may be put into a request.
    enum Place: String, Sendable, CaseIterable {
        case text, id, day, size, page, offset, cursor

        /// Whether it says which page is wanted.
        var isOfPage: Bool { [.page, .offset, .cursor].contains(self) }
    }

    /// - Parameters:
    ///   - text: The text.
    ///   - places: Which places there are in such a request.
    ///   - keys: The keys that are declared.
    /// - Throws: ``TemplateFault`` for a place that there is not.
    init(_ text: String, places: [Place], keys: [String]) throws(TemplateFault) {
        pieces = try TemplateText(text).parts.map { (part) throws(TemplateFault) in
            switch part {
            case .text(let text): return .text(text)
            case .place(let name):
                if let place = Place(rawValue: name), places.contains(place) { return .place(place) }
                if name.hasPrefix("key."), keys.contains(String(name.dropFirst(4))) {
                    return .key(String(name.dropFirst(4)))
                }
                let known = places.map(\.rawValue) + keys.map { "key.\($0)" }
                let rest =
                    known.isEmpty
                    ? "a header field has places for keys alone" : known.asChoice
                throw TemplateFault("{\(name)} is not a place here; \(rest)")
            }
        }
    }

    var places: [Place] { pieces.compactMap { if case .place(let place) = $0 { place } else { nil } } }

    var namesKey: Bool {
        pieces.contains { if case .key = $0 { true } else { false } }
    }

    /// What stands before the first place.
    var start: String {
        if case .text(let text) = pieces.first { text } else { "" }
    }

    /// The parts of a value; nil if a place has none.
    func pieces(_ wish: RequestWish) -> [Endpoint.Piece]? {
        var filled: [Endpoint.Piece] = []
        for piece in pieces {
            switch piece {
            case .text(let text): filled.append(.text(text))
            case .key(let name): filled.append(.key(name))
            case .place(let place):
                guard let value = wish.value(of: place) else { return nil }
                filled.append(.text(value))
            }
        }
        return filled
    }

    /// The text as an address; nil if a place has no value or one that would lead elsewhere.
    func address(_ wish: RequestWish) -> String? {
        var address = ""
        for piece in pieces {
            switch piece {
            case .text(let text): address += text
            case .key: return nil
            case .place(let place):
                // A step of dots alone would lead out of its folder.
                guard let value = wish.value(of: place), !value.allSatisfy({ $0 == "." }) else { return nil }
                address += PercentEncoding.encode(value)
            }
        }
        return address
    }
}
