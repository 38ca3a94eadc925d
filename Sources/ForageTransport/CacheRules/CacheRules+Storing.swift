package import ForageCore
package import Platform

extension CacheRules {
    /// Decides whether to store an answer, and in which form (RFC 9111, 3).
    package func storing(
        _ response: Response, to request: CacheRequest, for provider: ProviderID, _ times: ExchangeTimes
    ) -> StoringDecision {
        let control = CacheControl(response.headers)
        if let objection = Self.objection(to: response, request, control) { return .leave(objection) }
        guard let names = VariantFields.names(in: response.headers) else {
            return .leave(Rule(.caching("4.1"), "Vary: * matches no other request"))
        }
        let variant = VariantFields.of(request, named: names)
        guard !variant.contains(where: { StoredFields.isOpenCredential($0) }) else {
            return .leave(
                Rule(.forage, "it depends on a credential, and credentials are not written to disk"))
        }
        guard let part = Self.part(of: response, request) else {
            let isCutOff = response.completeness == .cutOff
            return .leave(
                Rule(
                    .caching("3.3"),
                    isCutOff
                        ? "the rest was not received, or not needed"
                        : "its body does not match its header, or is incomplete"))
        }
        var stored = StoredResponse(
            key: request.key, variant: variant, provider: provider, status: response.status,
            headers: StoredFields.of(response.headers, received: times.received),
            requested: times.requested, received: times.received, part: part,
            byteCount: response.body.count)
        if stored.status == 206, part == .whole { stored.becomeWhole() }
        return mayKeep(stored, control, request)
    }

    private static func objection(
        to response: Response, _ request: CacheRequest, _ control: CacheControl
    ) -> Rule? {
        guard request.method == .get || request.method == .post else {
            return Rule(.caching("3"), "an answer to \(request.method) is not stored")
        }
        guard (200...599).contains(response.status), response.status != 304 else {
            return Rule(.caching("3"), "status \(response.status) is not a complete answer")
        }
        if request.control.has("no-store") {
            return Rule(.caching("5.2.1.5"), "the request forbids storing it")
        }
        let isUnderstood = StatusRules.isUnderstood(response.status)
        if control.has("must-understand"), !isUnderstood {
            return Rule(.caching("5.2.2.3"), "must-understand forbids storing an unknown status")
        }
        if control.has("no-store"), !control.has("must-understand") {
            return Rule(.caching("5.2.2.5"), "no-store forbids storing it")
        }
        return nil
    }

    /// Decides whether an answer may be stored. It needs explicit permission, or a status that allows storing by
    /// default.
    private func mayKeep(
        _ stored: StoredResponse, _ control: CacheControl, _ request: CacheRequest
    ) -> StoringDecision {
        let isExplicit = stored.headers.hasExplicitFreshness
        if request.method == .post {
            guard isExplicit, Self.isOwnLocation(stored, request) else {
                return .leave(
                    Rule(.semantics("9.3.3"), "an answer to POST cannot be reused for other requests"))
            }
            return .store(
                stored,
                Rule(.semantics("9.3.3"), "the answer to POST states that it is the page at this address"))
        }
        if isExplicit || control.has("public") || control.has("private") || control.has("no-cache") {
            return .store(stored, Rule(.caching("3"), "its header allows storing it"))
        }
        if StatusRules.isHeuristicallyCacheable(stored.status) {
            return .store(stored, Rule(.semantics("15.1"), "status \(stored.status) may be stored"))
        }
        if terms?.defaultAge ?? terms?.personalAge != nil, (200...299).contains(stored.status) {
            return .store(stored, Rule(.terms, "answers of this service may be stored"))
        }
        return .leave(Rule(.caching("3"), "nothing allows storing status \(stored.status)"))
    }

    private static func isOwnLocation(_ stored: StoredResponse, _ request: CacheRequest) -> Bool {
        guard let location = stored.headers["Content-Location"], let url = WebURL(request.key.text) else {
            return false
        }
        return url.resolving(location).map { CacheKey($0) } == request.key
    }

    // MARK: - Parts

    /// Returns the part of the file that a body holds; nil if that is unknown or contradicts the header.
    private static func part(of response: Response, _ request: CacheRequest) -> StoredResponse.Part? {
        let count = response.body.count
        if response.status == 206 {
            guard request.range != nil, response.completeness == .whole,
                let range = response.headers["Content-Range"].flatMap({ ContentRange($0) }),
                range.bytes.count == count
            else { return nil }
            let isWhole = range.bytes.lowerBound == 0 && range.bytes.upperBound == range.total
            return isWhole ? .whole : .bytes(range.bytes, of: range.total)
        }
        let stated = response.headers.lines(of: "Content-Length").first.flatMap {
            HTTPSyntax.byteCount($0[...])
        }
        guard response.status == 200 else {
            return response.completeness == .whole && stated ?? count == count ? .whole : nil
        }
        if let stated, stated < count { return nil }
        let isAsMuchAsWished = request.prefixByteCount == count && stated != count
        guard response.completeness == .whole, stated ?? count == count || isAsMuchAsWished else {
            return beginning(of: response, ofByteCount: stated)
        }
        return isAsMuchAsWished ? .bytes(0..<count, of: stated) : .whole
    }

    /// Returns the part for an incomplete body. It is worth storing if the rest can be requested later (RFC 9111, 3.3).
    private static func beginning(
        of response: Response, ofByteCount stated: Int?
    ) -> StoredResponse.Part? {
        guard let tag = response.headers.lines(of: "ETag").first, StrongValidator.isStrong(tag),
            let stated, !response.body.isEmpty, response.completeness != .overLimit
        else { return nil }
        return .bytes(0..<response.body.count, of: stated)
    }
}

extension CacheRules {
    /// Returns a stored answer updated by a confirmation (RFC 9111, 4.3.4).
    ///
    /// - Returns: The updated answer; nil if the confirmation is for a different answer.
    package func confirmed(
        _ stored: StoredResponse, by response: Response, to request: CacheRequest, _ times: ExchangeTimes
    ) -> StoredResponse? {
        guard Self.isSame(stored, response.headers) else { return nil }
        return Self.updated(stored, by: response, to: request, times)
    }

    /// Returns a stored answer updated by the answer to a `HEAD` request (RFC 9111, 4.3.5).
    ///
    /// - Returns: The updated answer; nil if the resource has changed since.
    package func updated(
        _ stored: StoredResponse, byHead response: Response, to request: CacheRequest, _ times: ExchangeTimes
    ) -> StoredResponse? {
        let stated = response.headers.lines(of: "Content-Length").first
        let length = stored.headers.lines(of: "Content-Length").first ?? stored.total.map(String.init)
        let isSameTime =
            response.headers["Last-Modified"] == nil
            || response.headers["Last-Modified"] == stored.headers["Last-Modified"]
        guard Self.isSame(stored, response.headers), isSameTime, stated == nil || stated == length else {
            return nil
        }
        return Self.updated(stored, by: response, to: request, times)
    }

    /// Indicates whether the validators match; a missing validator does not count as a mismatch.
    private static func isSame(_ stored: StoredResponse, _ headers: Headers) -> Bool {
        if let tag = headers.lines(of: "ETag").first {
            guard let own = Validators(stored).entityTag else { return false }
            return EntityTag.weakForm(tag) == EntityTag.weakForm(own)
        }
        guard let time = headers.lines(of: "Last-Modified").first, Validators(stored).entityTag == nil,
            let own = stored.headers.lines(of: "Last-Modified").first
        else { return true }
        return time == own
    }

    private static func updated(
        _ stored: StoredResponse, by response: Response, to request: CacheRequest, _ times: ExchangeTimes
    ) -> StoredResponse {
        var updated = stored
        updated.headers = StoredFields.update(stored.headers, by: response.headers, received: times.received)
        // The confirmation may change `Vary`, and the values that are known to match are those of this request.
        if response.headers["Vary"] != nil, let names = VariantFields.names(in: response.headers),
            names != stored.variant.map(\.name)
        {
            updated.variant = VariantFields.of(request, named: names)
        }
        updated.requested = times.requested
        updated.received = times.received
        return updated
    }

    /// Returns the keys whose answers a request invalidates (RFC 9111, 4.4).
    package func invalidated(by response: Response, to request: CacheRequest) -> [CacheKey] {
        guard !request.method.isSafe, (200...399).contains(response.status) else { return [] }
        guard let url = WebURL(request.key.text) else { return [request.key] }
        let others = ["Location", "Content-Location"].compactMap { name in
            response.headers.lines(of: name).first.flatMap { url.resolving($0) }
        }
        return [request.key] + others.filter { $0.origin == url.origin }.map { CacheKey($0) }
    }
}

/// The decision whether to store an answer, and the rule that determined it.
package enum StoringDecision: Hashable, Sendable, CustomStringConvertible {
    case store(StoredResponse, Rule)
    case leave(Rule)

    package var description: String {
        switch self {
        case .store(_, let rule): "stored: \(rule)"
        case .leave(let rule): "not stored: \(rule)"
        }
    }
}

/// The times of a request and of its answer, by the local clock.
package struct ExchangeTimes: Hashable, Sendable {
    package let requested: Date
    package let received: Date

    package init(requested: Date, received: Date) {
        self.requested = requested
        self.received = received
    }
}

extension StoredResponse {
    /// Turns a part that covers the whole file into a whole answer.
    mutating func becomeWhole() {
        status = 200
        part = .whole
        headers.removeAll(named: ["content-range", "content-length"])
        headers.append("Content-Length", "\(byteCount)")
    }
}

/// Selects the header fields of an answer to store (RFC 9111, 3.1).
///
/// Forage never uses stored cookies, and credentials do not belong on a disk, so neither is stored.
enum StoredFields {
    /// Returns the fields to store, with the time of receipt if the origin gave no date.
    static func of(_ headers: Headers, received: Date) -> Headers {
        var kept = withoutPassing(headers)
        if headers["Date"] == nil { kept.append("Date", HTTPDate(received).description) }
        return kept
    }

    /// Returns stored fields updated by a confirmation (RFC 9111, 3.2), except those that describe the stored bytes.
    static func update(_ stored: Headers, by headers: Headers, received: Date) -> Headers {
        var news = of(headers, received: received)
        news.removeAll(named: boundToBody)
        var updated = stored
        // `Age` and `Date` belonged to the message that is replaced.
        updated.removeAll(named: Set(news.fields.map { $0.name.lowercased() }).union(["age", "date"]))
        for field in news.fields { updated.append(field.name, field.value) }
        return updated
    }

    /// Indicates whether a field contains a credential itself, rather than the name of a key.
    static func isOpenCredential(_ field: StoredResponse.VariantField) -> Bool {
        guard let value = field.value,
            credentials.contains(field.name) || SecretWords.isSecret(named: field.name)
        else { return false }
        return !value.contains("{key ")
    }

    private static func withoutPassing(_ headers: Headers) -> Headers {
        let listed = headers.lines(of: "Connection").flatMap { HTTPSyntax.members(of: $0) }
        var kept = headers
        kept.removeAll(named: hopByHop.union(credentials).union(listed.map { $0.lowercased() }))
        return kept
    }

    private static let boundToBody: Set = ["content-length", "content-encoding", "content-range"]

    private static let hopByHop: Set = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-connection",
        "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static let credentials: Set = [
        "authorization", "cookie", "proxy-authorization", "set-cookie", "set-cookie2",
    ]
}
