internal import ForageCore
internal import Platform

/// One request for a file or for its missing part, and the processing of the response.
struct Exchange: Sendable {
    private let fetcher: any StreamingFetcher
    private let permit: DownloadPermit
    private let greatestByteCount: Int
    private let rests: HostPauses

    init(
        _ fetcher: any StreamingFetcher, _ permit: DownloadPermit, _ greatestByteCount: Int,
        _ rests: HostPauses
    ) {
        self.fetcher = fetcher
        self.permit = permit
        self.greatestByteCount = greatestByteCount
        self.rests = rests
    }

    /// Requests the missing part. If that is not available for the same file, requests the whole file.
    func fetchRest(
        of part: inout PartFile, _ note: @Sendable (Int, Int?) -> Void
    ) async throws(DownloadError) {
        if let record = part.record, !record.isUsable(for: permit, part.byteCount) { try part.restart() }
        guard let record = part.record else { return try await fetchAll(into: &part, note) }
        if part.byteCount == record.byteCount { return }
        do throws(DownloadError) {
            try await fetchRest(of: &part, record, note)
        } catch {
            // A response that cannot be read would be the same each time.
            guard case .unfetched(.broken) = error else { throw error }
            try await fetchAll(into: &part, note)
        }
    }

    private func fetchRest(
        of part: inout PartFile, _ record: PartRecord, _ note: @Sendable (Int, Int?) -> Void
    ) async throws(DownloadError) {
        let answer = try await open(from: part.byteCount, record)
        switch answer.head.status {
        case 206 where record.isContinued(by: answer.head, at: part.byteCount):
            try await take(answer, into: &part, of: record.byteCount, note)
        case 200:
            try await begin(answer, &part, note)
        default:
            guard !answer.head.isPassingFailure else { throw refusal(answer.head) }
            // The file has changed, or the server does not support partial requests. The existing part remains until
            // the whole file arrives.
            try await fetchAll(into: &part, note)
        }
    }

    private func fetchAll(
        into part: inout PartFile, _ note: @Sendable (Int, Int?) -> Void
    ) async throws(DownloadError) {
        let answer = try await open()
        guard answer.head.status == 200 else { throw refusal(answer.head) }
        try await begin(answer, &part, note)
    }

    private func open(
        from start: Int = 0, _ record: PartRecord? = nil
    ) async throws(DownloadError) -> StreamedResponse {
        var endpoint = Endpoint.get(permit.url).header("Accept", permit.item.isMedium ? "*/*" : "image/*")
        if let validator = record?.validator {
            endpoint = endpoint.header("Range", .text("bytes=\(start)-"))
                .header("If-Range", .text(validator.text))
        }
        if let rest = rests.rest(for: permit.url) { throw .resting(permit.url.host, rest) }
        do throws(FetchError) { return try await fetcher.open(endpoint, for: .files) } catch {
            throw DownloadError(error)
        }
    }

    /// The error for a response without a file; also notes if its host may not be asked for some time.
    private func refusal(_ head: Response) -> DownloadError {
        guard let url = head.url, let rest = head.rest, rest > HostPauses.leastDuration else {
            return head.refusal
        }
        rests.note(rest, for: url)
        return .resting(url.host, rest, after: head.statusLine)
    }

    /// Receives a file from its beginning.
    private func begin(
        _ answer: StreamedResponse, _ part: inout PartFile, _ note: @Sendable (Int, Int?) -> Void
    ) async throws(DownloadError) {
        if answer.head.isPage {
            let reason = "\(answer.head.host) sent a web page instead of the file"
            // A web page may come from a network's login and be temporary, so an existing part is not removed.
            throw part.byteCount > 0 ? .refused(reason, isPassing: false, rest: nil) : .unfit(reason)
        }
        let lengths = Set(answer.head.headers.lines(of: "Content-Length"))
        guard lengths.count < 2 else { throw .unfit("\(answer.head.host) states two lengths for it") }
        let total = lengths.first.flatMap { Int($0) }
        if let total { try checkLimit(total) }
        try part.restart()
        part.begin(
            PartRecord(
                key: FileKey(permit.item, permit.selection), url: permit.url,
                validator: StrongValidator(answer.head.headers), byteCount: total))
        try await take(answer, into: &part, of: total, note)
    }

    private func take(
        _ answer: StreamedResponse, into part: inout PartFile, of total: Int?,
        _ note: @Sendable (Int, Int?) -> Void
    ) async throws(DownloadError) {
        var isKnown = false
        note(part.byteCount, total)
        while let bytes = try await next(of: answer) {
            try checkLimit(part.byteCount + bytes.count)
            if let total, part.byteCount + bytes.count > total {
                throw .unfit("\(answer.head.host) sent more than the \(total) bytes that it announced")
            }
            try part.append(bytes)
            if !isKnown { isKnown = try checkKind(of: &part, isWhole: false) }
            note(part.byteCount, total)
        }
        if !isKnown { _ = try checkKind(of: &part, isWhole: true) }
        if let total, part.byteCount != total { throw .incomplete(had: part.byteCount, of: total) }
        if total == nil, try part.isCutOff { throw .cutOff }
        part.end()
    }

    private func next(of answer: StreamedResponse) async throws(DownloadError) -> [UInt8]? {
        guard !Task.isCancelled else { throw .cancelled }
        do throws(FetchError) { return try await answer.next() } catch { throw DownloadError(error) }
    }

    /// Indicates whether the beginning shows the type of the file. If it is not of the item's kind, throws an error
    /// without waiting for the rest.
    private func checkKind(of part: inout PartFile, isWhole: Bool) throws(DownloadError) -> Bool {
        switch part.findType(isWhole: isWhole) {
        case .known(let type):
            guard type.isPicture != permit.item.isMedium else {
                throw .unfit("the file received is not of the item's kind, but \(type.mediaType)")
            }
            return true
        case .needsMore: return false
        case .unfit(let reason): throw .unfit(reason)
        }
    }

    private func checkLimit(_ count: Int) throws(DownloadError) {
        if count > greatestByteCount { throw .tooLarge(greatestByteCount) }
    }
}

extension PartRecord {
    /// Indicates whether the existing bytes are a beginning of the requested file.
    fileprivate func isUsable(for permit: DownloadPermit, _ count: Int) -> Bool {
        key == FileKey(permit.item, permit.selection).asItComes && url == permit.url && isOfUse(count)
    }

    /// Indicates whether a response contains all the missing bytes of the same file.
    fileprivate func isContinued(by head: Response, at start: Int) -> Bool {
        guard let range = head.headers["Content-Range"].flatMap({ ContentRange($0) }), let byteCount,
            let validator
        else { return false }
        return range.bytes == start..<byteCount && range.total ?? byteCount == byteCount
            && validator.mayBe(of: head.headers)
    }
}

extension Response {
    fileprivate var host: String { url?.host ?? "the server" }

    fileprivate var isPage: Bool {
        let type = headers["Content-Type"]?.lowercased() ?? ""
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
    }

    /// The error for a response without a file.
    fileprivate var refusal: DownloadError {
        .refused("\(host) answered \(statusLine)", isPassing: isPassingFailure, rest: rest)
    }

    /// The time for which its host may not be asked.
    fileprivate var rest: Duration? {
        let now = Date()
        return rest(at: now).map { .seconds(max(0, $0.timeIntervalSince(now))) }
    }
}
