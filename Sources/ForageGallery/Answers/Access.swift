internal import ForageCore
internal import HTTPServer

/// Lets in only who has the token.
///
/// Programs send it with each request. A browser brings it once, in the address that it opens, and is sent on to one
/// without it, with a cookie that is worth something for this run alone.
struct Access: Sendable {
    private let token: String
    // Cookies are for all ports of a host: the value is not the token, and another gallery has another name.
    private let cookieName = "forage-" + Base64URL.secret(byteCount: 6)
    private let cookieValue = Base64URL.secret(byteCount: 24)

    static let parameter = "token"

    init(token: String) { self.token = token }

    /// Sends a browser on that brings the token to the page in its address; nil where none is brought.
    func exchange(_ request: HTTPServerRequest, at route: Route?) throws(HTTPProblem) -> HTTPServerResponse? {
        guard route == .page, request.method == "GET", let given = request.queryValue(Self.parameter) else {
            return nil
        }
        guard Self.areSame(given, token) else { throw Self.refusal }
        let rest = (request.rawQuery ?? "").split(separator: "&").filter {
            !$0.hasPrefix(Self.parameter + "=")
        }
        let page = rest.isEmpty ? "/" : "/?" + rest.joined(separator: "&")
        var response = HTTPServerResponse(
            status: 303,
            headers: [
                "Location": page,
                "Set-Cookie": "\(cookieName)=\(cookieValue); Path=/; HttpOnly; SameSite=Strict",
                "Cache-Control": "no-store",
            ])
        // The cookie does not go along where another site's page or a file led here, be it by way of this answer. Where
        // this answer is a page and leads on by itself, it does.
        if request.headers["Sec-Fetch-Site"] == "cross-site" {
            response.status = 200
            response.headers["Location"] = nil
            response.headers["Refresh"] = "0; url=\(page)"
        }
        return response
    }

    func check(_ headers: HTTPFields) throws(HTTPProblem) {
        guard isProven(by: headers) else { throw Self.refusal }
    }

    private func isProven(by headers: HTTPFields) -> Bool {
        if let given = headers["Authorization"] {
            let scheme = "bearer "
            return given.prefix(scheme.count).lowercased() == scheme
                && Self.areSame(String(given.dropFirst(scheme.count)), token)
        }
        let cookies = headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
        return cookies.contains { cookie in
            let pair = cookie.trimmingWhitespace().split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return pair.count == 2 && pair[0] == cookieName && Self.areSame(String(pair[1]), cookieValue)
        }
    }

    private static var refusal: HTTPProblem {
        HTTPProblem(
            401,
            "This gallery is locked: open the address that it printed, or send Authorization: Bearer TOKEN.",
            headers: ["WWW-Authenticate": "Bearer"])
    }

    /// Takes as long for what is nearly right as for what is all wrong.
    private static func areSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Under which names the gallery may be asked for.
///
/// Whoever has a name of their own lead to this machine could else have a browser read everything here for their page.
/// A number leads nowhere but to itself, so where others may come every number will do.
struct HostRule: Sendable {
    private let names: Set<String>
    private let allowsNumbers: Bool

    /// - Parameters:
    ///   - host: The numeric address that is listened on.
    ///   - isShared: Whether others than this machine can come.
    ///   - others: Further names.
    init(listeningOn host: String, isShared: Bool = false, or others: [String] = []) {
        let own = ["localhost", "127.0.0.1", "[::1]", host.contains(":") ? "[\(host)]" : host]
        names = Set(own + others.map { $0.lowercased() })
        allowsNumbers = isShared
    }

    func check(_ headers: HTTPFields) throws(HTTPProblem) {
        let given = headers.values(of: "Host")
        guard given.count == 1, let name = Self.name(in: given[0]),
            names.contains(name) || allowsNumbers && Self.isNumber(name)
        else {
            throw HTTPProblem(
                403, "The gallery is not to be had under this name: open the address it printed.")
        }
    }

    private static func isNumber(_ name: String) -> Bool {
        if name.hasPrefix("[") {
            return name.dropFirst().dropLast().allSatisfy {
                $0.isHexDigit && $0.isASCII || $0 == ":" || $0 == "."
            }
        }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.allSatisfy { $0.utf8.count <= 3 && UInt8($0) != nil }
    }

    /// The name without a port, which a tunnel may have changed.
    private static func name(in host: String) -> String? {
        let host = host.lowercased()
        let bytes = host.utf8
        let isBracketed = bytes.first == UInt8(ascii: "[")
        guard
            let end = isBracketed
                ? bytes.firstIndex(of: UInt8(ascii: "]")).map(bytes.index(after:))
                : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        else { return nil }
        let port = bytes[end...]
        let isPort =
            port.first == UInt8(ascii: ":")
            && port.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return port.isEmpty || isPort ? String(host[..<end]) : nil
    }
}

/// Who may have something done: the gallery's own page, and programs, which send neither of these headers.
enum SameOriginRule {
    static func check(_ headers: HTTPFields) throws(HTTPProblem) {
        let site = headers["Sec-Fetch-Site"]
        let origin = headers["Origin"]?.lowercased()
        let host = headers["Host"]?.lowercased() ?? ""
        let isOwn = origin == nil || origin == "http://\(host)" || origin == "https://\(host)"
        guard isOwn, site == nil || site == "same-origin" else {
            throw HTTPProblem(403, "Only the gallery's own page may have this done.")
        }
    }
}
