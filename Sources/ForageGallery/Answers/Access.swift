internal import ForageCore
internal import ForageSearch
internal import HTTPServer

/// The access control by a token.
///
/// Programs send the token with each request. A browser sends it once, in the address that it opens, and is redirected
/// to an address without it. It also gets a cookie, which is derived from the token and the key of a seal: every gallery
/// with both accepts it, such as the same one after a restart, or several behind one address.
struct Access: Sendable {
    private let token: String
    private let seal: CursorSeal
    /// The cookie if the seal has no key.
    private let random = Cookie(
        name: "forage-" + Base64URL.secret(byteCount: 6), value: Base64URL.secret(byteCount: 24))

    // Cookies apply to all ports of a host: so the value differs from the token, and every token has another name.
    private struct Cookie {
        let name: String
        let value: String
    }

    static let parameter = "token"

    init(token: String, _ seal: CursorSeal) {
        self.token = token
        self.seal = seal
    }

    /// The valid cookies, the first of which is given to browsers.
    private var cookies: [Cookie] {
        guard seal.isSecret else { return [random] }
        func texts(_ part: String) -> [String] {
            seal.hashes(for: "cookie \(part)").map { String($0.of(Array(token.utf8)[...]), radix: 36) }
        }
        return zip(texts("name"), zip(texts("low"), texts("high"))).map { name, value in
            Cookie(name: "forage-\(name)", value: "\(value.0)-\(value.1)")
        }
    }

    /// Redirects a browser whose address contains the token; nil if there is none.
    func exchange(_ request: HTTPServerRequest, at route: Route?) throws(HTTPProblem) -> HTTPServerResponse? {
        guard route == .page, request.method == "GET", let given = request.queryValue(Self.parameter) else {
            return nil
        }
        guard Self.areSame(given, token) else { throw Self.refusal }
        let cookie = cookies.first ?? random
        let rest = (request.rawQuery ?? "").split(separator: "&").filter {
            !$0.hasPrefix(Self.parameter + "=")
        }
        let page = rest.isEmpty ? "/" : "/?" + rest.joined(separator: "&")
        var response = HTTPServerResponse(
            status: 303,
            headers: [
                "Location": page,
                "Set-Cookie": "\(cookie.name)=\(cookie.value); Path=/; HttpOnly; SameSite=Strict",
                "Cache-Control": "no-store",
            ])
        // If a page of another site or a file led here, browsers do not send the cookie after a redirection. They do if
        // this response is a page that refreshes itself.
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
        return cookies.contains { cookie in
            headers.cookies(named: cookie.name).contains { Self.areSame($0, cookie.value) }
        }
    }

    private static var refusal: HTTPProblem {
        HTTPProblem(
            401,
            "This gallery is locked: open the address that it printed, or send the header Authorization: Bearer TOKEN.",
            headers: ["WWW-Authenticate": "Bearer"])
    }

    /// Compares texts in constant time, so that the time does not reveal a partial match.
    private static func areSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HTTPFields {
    /// Every value of the cookies of this name, in order.
    func cookies(named name: String) -> [String] {
        values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { cookie in
            let pair = cookie.trimmingWhitespace().split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return pair.count == 2 && pair[0] == name ? String(pair[1]) : nil
        }
    }
}

/// The host names under which the gallery may be requested.
///
/// Without this rule, the owner of a domain could point it to this machine, and a page of that domain could read
/// everything here in a browser. Numeric addresses cannot be redirected in this way, so all are accepted if other
/// machines have access.
struct HostRule: Sendable {
    private let names: Set<String>
    private let allowsNumbers: Bool

    /// - Parameters:
    ///   - host: The numeric address of the server.
    ///   - isShared: True if other machines have access.
    ///   - others: Additional names.
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
                403, "The gallery does not serve this host name: open the address that it printed.")
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

    /// The host without a port, which a tunnel may have changed.
    static func name(in host: String) -> String? {
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

/// The rule for what concerns only the user of this machine: the client must be on it, and must not be a proxy for
/// others.
enum OwnMachineRule {
    static func isKept(by request: HTTPServerRequest) -> Bool {
        let headers = request.headers
        let client =
            request.remoteAddress.contains(":") ? "[\(request.remoteAddress)]" : request.remoteAddress
        let host = headers["Host"].flatMap(HostRule.name) ?? ""
        return [client, host].allSatisfy { WebURL("http://\($0)/")?.origin.isLoopback == true }
            && ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].allSatisfy { headers[$0] == nil }
    }

    static func check(_ request: HTTPServerRequest) throws(HTTPProblem) {
        guard isKept(by: request) else {
            throw HTTPProblem(403, "Only programs on the gallery's own machine may send this request.")
        }
    }
}

/// The rule for requests with effects: they must come from the gallery's own page, or from programs, which send none of
/// these headers.
enum SameOriginRule {
    static func check(_ headers: HTTPFields) throws(HTTPProblem) {
        let site = headers["Sec-Fetch-Site"]
        let origin = headers["Origin"]?.lowercased()
        let host = headers["Host"]?.lowercased() ?? ""
        let isOwn = origin == nil || origin == "http://\(host)" || origin == "https://\(host)"
        guard isOwn, site == nil || site == "same-origin" else {
            throw HTTPProblem(403, "Only the gallery's own page may send this request.")
        }
    }
}
