internal import HTTPServer

/// Who may have something done: the gallery's own page, and programs, which send neither of these headers.
enum SameOriginRule {
    static func check(_ headers: HTTPFields) throws(Problem) {
        let site = headers["Sec-Fetch-Site"]
        let origin = headers["Origin"]?.lowercased()
        let host = headers["Host"]?.lowercased() ?? ""
        let isOwn = origin == nil || origin == "http://\(host)" || origin == "https://\(host)"
        guard isOwn, site == nil || site == "same-origin" else {
            throw Problem(403, "Only the gallery's own page may have this done.")
        }
    }
}
