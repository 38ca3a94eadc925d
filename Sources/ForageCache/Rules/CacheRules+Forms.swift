internal import Essentials
internal import ForageCore

extension CacheRules {
    /// How a stored answer meets a request (RFC 9111, 3.3 and 4; RFC 9110, 14); nil when it does not.
    func form(of stored: StoredResponse, for request: CacheRequest) -> Serving.Form? {
        if request.method == .head { return stored.part == .whole ? .head : nil }
        guard let range = request.range, meetsCondition(stored, request) else {
            return stored.part == .whole ? .whole : nil
        }
        // Only what is there can be cut; every other answer is given as it is.
        if stored.status != 200, stored.part == .whole { return .whole }
        guard let wanted = range.bytes(of: stored.total) else {
            return request.isPrefix && stored.part == .whole ? .whole : nil
        }
        let held = stored.heldBytes
        guard held.lowerBound <= wanted.lowerBound, wanted.upperBound <= held.upperBound else { return nil }
        return .bytes(ContentRange(wanted, of: stored.total))
    }

    /// Whether `If-Range`, where it is there, lets a part be given (RFC 9110, 13.1.5).
    private func meetsCondition(_ stored: StoredResponse, _ request: CacheRequest) -> Bool {
        guard let condition = request.headers.lines(of: "If-Range").first else { return true }
        return Validators(stored).strong == condition
    }

    /// What a fresh stored answer makes of the request's own conditions (RFC 9111, 4.3.2).
    func conditionalForm(_ request: CacheRequest, _ stored: StoredResponse) -> Serving.Form? {
        guard (200...299).contains(stored.status) else { return nil }
        let tags = request.headers.lines(of: "If-None-Match")
        if !tags.isEmpty {
            return EntityTag.isNamed(Validators(stored).entityTag, in: tags) ? .notModified : nil
        }
        guard let since = request.headers.lines(of: "If-Modified-Since").first,
            let time = HTTPDate(since, near: stored.received)?.date
        else { return nil }
        let dates = AnswerDates(stored)
        let changed = dates.lastModified ?? dates.date ?? stored.received
        return changed <= time ? .notModified : nil
    }
}

extension StoredResponse {
    /// The bytes of the file that are here.
    package var heldBytes: Range<Int> {
        switch part {
        case .whole: 0..<byteCount
        case .bytes(let bytes, of: _): bytes
        }
    }

    /// How long the file is, where that is known.
    package var total: Int? {
        switch part {
        case .whole: byteCount
        case .bytes(_, of: let total): total
        }
    }

    /// What to ask for to have the whole file; nil where one request is not enough.
    var missingRange: String? {
        guard case .bytes(let bytes, of: let total) = part else { return nil }
        if bytes.lowerBound == 0 { return "bytes=\(bytes.upperBound)-" }
        return bytes.upperBound == total ? "bytes=0-\(bytes.lowerBound - 1)" : nil
    }
}
