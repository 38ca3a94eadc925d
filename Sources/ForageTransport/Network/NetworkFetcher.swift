package import ForageCore
internal import Platform

/// Carries out endpoints over the network, and reads the files that a user's settings name.
///
/// It inserts the keys of an endpoint and sends it once, to the server that replaces its origin. The reply contains public
/// addresses only, and no key. Other stages of ``RequestPipeline`` handle redirects, caching, quotas and retries.
package struct NetworkFetcher: Fetcher {
    let engine: CurlEngine
    let resolver: KeyResolver
    let origins: OriginMap
    let tokens: Tokens
    private let userAgent: String
    private let reach: Reach
    private let isEnough: (@Sendable ([UInt8]) -> Bool)?

    /// The addresses that may be requested.
    package enum Reach: Sendable {
        /// Any address that a provider or a user names.
        case anywhere
        /// Only the open internet, and servers that the user set to play origins; for addresses from third parties.
        case openInternet
    }

    /// The status of a server that is asked for a host other than its own (RFC 9110, 15.5.20).
    private static let misdirected = 421

    /// The size up to which an answer is read to its end, even if less was requested, so that its connection can be
    /// reused.
    private static let smallAnswer = 64 * 1024

    /// - Parameters:
    ///   - engine: Makes the exchanges.
    ///   - keys: The keys, with the origins that may receive them.
    ///   - origins: The origins that another server replaces.
    ///   - userAgent: The product, its version, and a contact.
    ///   - reach: The addresses that may be requested.
    ///   - isEnough: Returns true if the beginning of a file is sufficient for requests of beginnings, so that there is
    ///     no need to wait for a server that holds back the rest.
    ///   - now: The clock for the renewal of tokens.
    package init(
        engine: CurlEngine, keys: KeyRing = KeyRing(), origins: OriginMap = OriginMap(), userAgent: UserAgent,
        reach: Reach = .anywhere, isEnough: (@Sendable ([UInt8]) -> Bool)? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        tokens = Tokens(now: now)
        self.isEnough = isEnough
        self.reach = reach
        self.engine = engine
        self.origins = origins
        self.userAgent = userAgent.text
        resolver = KeyResolver(keys: keys)
    }

    package func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        switch endpoint.target {
        case .file(let file):
            return Fetched(try FileReader.response(from: file, upTo: endpoint.limit), origin: .file)
        case .web(let url):
            let token = try await token(for: provider, at: url, by: deadline)
            let response = try await response(to: endpoint, at: url, for: provider, with: token, by: deadline)
            guard let token, response.refusesToken else { return Fetched(response, origin: .network) }
            tokens.drop(token, of: provider.id)
            let next = try await self.token(for: provider, at: url, by: deadline)
            return Fetched(
                try await self.response(to: endpoint, at: url, for: provider, with: next, by: deadline),
                origin: .network)
        }
    }

    private func response(
        to endpoint: Endpoint, at url: WebURL, for provider: ProviderInfo, with token: Token?,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Response {
        let request = try resolver.resolve(endpoint, at: url, for: provider, with: token)
        return try await response(to: request, endpoint.limit, for: provider, by: deadline)
    }

    /// Makes one exchange on behalf of a provider.
    func response(
        to request: KeyedRequest, _ limit: Endpoint.BodyLimit, for provider: ProviderInfo,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Response {
        let wire = origins.address(for: request.url)
        try resolver.check(request, for: provider, over: wire)
        let reply = try await tracedReply(to: request, over: wire, limit, by: deadline)
        if origins.hasSingleReplacement, reply.status == Self.misdirected {
            throw .notSimulated("the sandbox does not simulate \(request.url.host)")
        }
        let location = try request.location(in: reply, over: wire, origins)
        return try Response(reply, to: request, limit, location: location)
    }

    private func tracedReply(
        to request: KeyedRequest, over wire: WebURL, _ limit: Endpoint.BodyLimit,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> TransferReply {
        let replacement = wire.origin == request.url.origin ? "" : " at \(wire.origin)"
        let subject = "\(request.method) \(request.shownURL)\(replacement)"
        let start = ContinuousClock.now
        do throws(FetchError) {
            let reply = try await send(request, over: wire, limit, by: deadline)
            FetchTrace.note(
                .network, "\(subject): \(reply.status), \(reply.body.count) bytes (\(reply.timings))")
            return reply
        } catch {
            let milliseconds = Int(((ContinuousClock.now - start) / .milliseconds(1)).rounded())
            FetchTrace.note(.network, "\(subject): failed after \(milliseconds) ms: \(error)")
            throw error
        }
    }

    private func send(
        _ request: KeyedRequest, over wire: WebURL, _ limit: Endpoint.BodyLimit,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> TransferReply {
        var transfer = transfer(for: request, over: wire, bodyLimit: limit.byteCount)
        transfer.deadline = deadline
        if case .prefix(let count) = limit {
            transfer.bodyLimit = max(count, Self.smallAnswer)
            if let isEnough { transfer.isEnough = { isEnough(Array($0.prefix(count))) } }
            transfer.headers.append("Range", "bytes=0-\(max(1, count) - 1)")
        }
        // A part of a compressed body is useless.
        if transfer.headers["Range"] != nil { transfer.acceptedEncodings = "identity" }
        do { return try await engine.perform(transfer) } catch {
            throw FetchError(error.naming(request.url.host, for: wire.host))
        }
    }

    /// Creates the transfer for a request, which connects only to addresses that may be requested.
    func transfer(for request: KeyedRequest, over wire: WebURL, bodyLimit: Int) -> Transfer {
        var transfer = Transfer(
            wire, method: request.method, headers: request.headers, bodyLimit: bodyLimit)
        transfer.form = request.form
        transfer.headers.append("User-Agent", userAgent)
        transfer.isForOpenInternet = reach == .openInternet && !origins.isReplacement(wire.origin)
        return transfer
    }
}

extension NetworkFetcher: StreamingFetcher {
    package func open(
        _ endpoint: Endpoint, for provider: ProviderInfo
    ) async throws(FetchError) -> StreamedResponse {
        guard case .web(let url) = endpoint.target else {
            throw .notAllowed("a local file cannot be fetched over the network")
        }
        let request = try resolver.resolve(endpoint, at: url, for: provider)
        guard !request.carriesKeys else { throw .notAllowed("keys are not sent in requests for files") }
        let wire = origins.address(for: request.url)
        var transfer = transfer(for: request, over: wire, bodyLimit: .max)
        // The bytes are saved as they arrive, and a compressed length or part would be useless.
        transfer.acceptedEncodings = "identity"
        transfer.isStreamed = true
        let body = engine.open(transfer)
        let naming = { @Sendable (failure: TransferError) in
            FetchError(failure.naming(url.host, for: wire.host))
        }
        let reply: TransferReply
        do throws(TransferError) { reply = try await body.head() } catch { throw naming(error) }
        return StreamedResponse(try head(of: reply, to: request, over: wire)) { () throws(FetchError) in
            do throws(TransferError) { return try await body.next() } catch { throw naming(error) }
        }
    }

    private func head(
        of reply: TransferReply, to request: KeyedRequest, over wire: WebURL
    ) throws(FetchError) -> Response {
        let location = try request.location(in: reply, over: wire, origins)
        return try Response(reply, to: request, .whole(.max), location: location)
    }
}

/// The `User-Agent` field: `Forage/1.0 (https://example.org/forage; ann@example.org)`, the form that Wikimedia
/// requires, or `Forage/1.0` alone.
package struct UserAgent: Sendable {
    let text: String

    /// - Parameters:
    ///   - version: The version of the program.
    ///   - project: The program's page; nil if there is none.
    ///   - contact: The user's page or mail address; nil if not set.
    package init(version: String, project: String? = nil, contact: String? = nil) {
        let addresses = [project, contact].compactMap(\.self).joined(separator: "; ")
        text = "Forage/\(version)" + (addresses.isEmpty ? "" : " (\(addresses))")
    }
}

/// Reads a file that a setting names, as an answer.
enum FileReader {
    static func response(
        from file: FileSetting, upTo limit: Endpoint.BodyLimit
    ) throws(FetchError) -> Response {
        guard !file.isConfined || file.isInThisFolder else {
            throw .notAllowed("\(file.path) is outside the folder of the configuration that names it")
        }
        let wanted = max(0, limit.byteCount)
        do throws(FileError) {
            let read = try LocalFile(file.path, upTo: wanted, pipes: false)
            return Response(
                body: read.bytes,
                completeness: read.isWhole ? .whole : Response.Completeness(.stoppedAtLimit, limit))
        } catch {
            throw FetchError(error, file.path)
        }
    }
}

extension FetchError {
    init(_ failure: TransferError) {
        let sentence = failure.description
        switch failure {
        case .timedOut: self = .timedOut(sentence)
        case .malformed, .packed: self = .broken(sentence)
        case .cancelled: self = .cancelled
        case .closed: self = .notAllowed(sentence)
        case .noLibrary, .unresolved, .unreachable: self = .unreachable(sentence, isUnsent: true)
        case .insecure, .cutOff, .brokenOff, .failed, .shutDown: self = .unreachable(sentence)
        }
    }
}

extension FetchError {
    fileprivate init(_ fault: FileError, _ path: String) {
        self =
            switch fault.cause {
            case .system: .unreachable("\(path) cannot be read: \(fault.reason)")
            default: .notAllowed("\(path) is not an ordinary file")
            }
    }
}

extension FileSetting {
    /// Indicates whether the file, or the folder that it would be created in, is the current folder or below it after
    /// resolving all symbolic links.
    package var isInThisFolder: Bool {
        var existing = path
        while LocalPath.real(existing) == nil, let slash = existing.lastIndex(of: "/") {
            existing = String(existing[..<slash])
        }
        guard let folder = LocalPath.real("."), let file = LocalPath.real(existing) else { return true }
        return file == folder || file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
}
