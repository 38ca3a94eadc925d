internal import HTTPServer

extension SandboxRequest {
    /// A whole number of the query, brought into a range.
    func number(_ name: String, usually usual: Int, in range: ClosedRange<Int>) -> Int {
        min(max(range.lowerBound, self[name].flatMap { Int($0) } ?? usual), range.upperBound)
    }
}

extension HTTPServerResponse {
    /// The same with another status and these headers in place of its own.
    func with(status: Int = 200, _ headers: HTTPFields = [:]) -> HTTPServerResponse {
        var changed = self
        changed.status = status
        headers.forEach { changed.headers[$0.name] = $0.value }
        return changed
    }

    /// The answer for a client that may have it already, by its tag or, without one, by its day.
    func unlessKnown(to request: SandboxRequest) -> HTTPServerResponse {
        let (tag, day) = (headers["ETag"], headers["Last-Modified"])
        let isKnown =
            request.headers["If-None-Match"].map { $0 == tag }
            ?? request.headers["If-Modified-Since"].map { $0 == day } ?? false
        return isKnown ? HTTPServerResponse(status: 304, headers: headers) : self
    }
}
