internal import Forage
package import ForageCore
internal import ForageFormats
internal import JSON
internal import Platform

/// Makes one small request to a real service and checks that its answer still has the known form.
package struct LiveCheck: Sendable {
    package typealias Fetch = @Sendable (Endpoint) async throws(FetchError) -> Fetched

    private let provider: any Provider
    private let samples: [SampleAnswer]
    private let fetch: Fetch

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - provider: The provider of the service.
    ///   - samples: Earlier answers; empty if there are no samples here.
    ///   - fetch: Makes the request, which is counted like any other.
    package init(_ provider: any Provider, samples: [SampleAnswer], fetch: @escaping Fetch) {
        self.provider = provider
        self.samples = samples
        self.fetch = fetch
    }

    /// Makes the request and returns the finding, and whether the service was reached. A fault that may be due to this
    /// machine or its network is not attributed to the service.
    package func finding() async -> (finding: Finding, wasReached: Bool) {
        do {
            let request = try request
            let endpoint = try provider.endpoint(for: request)
            guard case .web = endpoint.target else {
                return (finding(.ok, "It reads a file and sends no request."), false)
            }
            // Without this field, the cache might answer.
            let fetched = try await fetch(endpoint.header("Cache-Control", .text("no-cache")))
            if case .stale(_, let reason) = fetched.origin {
                return (finding(.unknown, "It could not be checked: \(reason)."), false)
            }
            return (judgement(of: fetched.response, to: request), true)
        } catch FetchError.denied(let reason) {
            return (finding(.advice, "It refused the key: \(reason)."), true)
        } catch {
            return (finding(.unknown, "It could not be checked: \(error)."), false)
        }
    }

    private var request: ProviderRequest {
        get throws {
            let page = PageRequest(size: 1)
            return provider.info.capabilities.searches
                ? .search(try Query("owl"), page) : .browse(Browse(), page)
        }
    }

    private func judgement(of response: Response, to request: ProviderRequest) -> Finding {
        switch provider.refusal(in: response) {
        case .denied(let reason) where provider.info.keys.isEmpty:
            return finding(.unknown, "It blocked the request: \(reason).")
        case .denied(let reason): return finding(.advice, "It refused the key: \(reason).")
        case .throttled(_, let reason): return finding(.unknown, "It accepts no request now: \(reason).")
        case .failed(let reason): return finding(.unknown, "It failed: \(reason).")
        case .notFound(let reason): return finding(.failed, "Its answers have changed: \(reason).")
        case nil: break
        }
        do throws(ProviderError) {
            var changes = changes(in: response, to: request)
            if case .page(let page) = try provider.decode(response, for: request) {
                let told = page.drift.map { $0.path + " " }
                changes.removeAll { change in told.contains(where: change.hasPrefix) }
                changes = page.drift.map(\.description) + changes
                if page.drafts.isEmpty, changes.isEmpty {
                    return finding(.unknown, "It found nothing, so there was nothing to compare.")
                }
            }
            guard !changes.isEmpty else { return finding(.ok, praise(to: request)) }
            let told = changes.prefix(5).joined(separator: "; ")
            let rest = changes.count > 5 ? "; and \(changes.count - 5) more" : ""
            return finding(.advice, "Its answers have changed: \(told)\(rest).")
        } catch {
            return finding(after: error)
        }
    }

    private func finding(after fault: ProviderError) -> Finding {
        switch fault {
        case .drift: finding(.failed, "Its answers have changed: \(fault).")
        // A page that requires a login, or one that blocks the request.
        default: finding(.unknown, "Something other than the service answered: \(fault)")
        }
    }

    /// The text for a good answer. Answers are checked against the provider's own rules, even without samples.
    private func praise(to request: ProviderRequest) -> String {
        samples(like: request).isEmpty
            ? "Its provider can read its answers; there is no sample to compare them with."
            : "Its answers have not changed."
    }

    private func samples(like request: ProviderRequest) -> [SampleAnswer] {
        samples.filter { $0.request.isLike(request) }
    }

    private func changes(in response: Response, to request: ProviderRequest) -> [String] {
        var before = AnswerShape()
        for sample in samples(like: request) { before.add(sample.body) }
        var now = AnswerShape()
        now.add(response.body)
        return before.changes(in: now)
    }

    private func finding(_ verdict: Finding.Verdict, _ sentence: String) -> Finding {
        Finding(provider.info.id.name, verdict, sentence.onOneLine)
    }
}

/// The form of answers: the types of the values at each path, and how regularly they occur.
struct AnswerShape {
    private var kinds: [String: Set<JSONValue.Kind>] = [:]
    private var counts: [String: Int] = [:]
    private var objectCounts: [String: Int] = [:]

    /// Answers whose keys are data would have new paths without end.
    private static let greatestPlaceCount = 5_000

    /// Adds an answer.
    mutating func add(_ body: [UInt8]) {
        guard let document = try? JSONDocument(body) else { return }
        add(document.root, at: "")
    }

    private mutating func add(_ value: JSONValue, at path: String) {
        guard value.isComplete, counts[path] != nil || counts.count < Self.greatestPlaceCount else { return }
        // A number in quotes counts as a number, too.
        kinds[path, default: []].insert(value.kind == .number ? .string : value.kind)
        counts[path, default: 0] += 1
        if value.kind == .object { objectCounts[path, default: 0] += 1 }
        for member in value.members {
            add(member.value, at: path + JSONPointer(tokens: [member.key]).description)
        }
        for element in value.elements { add(element, at: path + "/*") }
    }

    /// The changes in other answers: a value of another type, or none at a path where all of these have one.
    func changes(in others: AnswerShape) -> [String] {
        let retyped = others.kinds.compactMap { path, found -> String? in
            guard let known = kinds[path] else { return nil }
            let new = found.subtracting(known).subtracting([.null])
            return known == [.null] || new.isEmpty ? nil : "\(path) has another type"
        }
        let gone = counts.keys.filter { isRegular($0) && others.lacks($0) }.map { "\($0) is missing" }
        return (retyped + gone).sorted()
    }

    /// Indicates whether the path occurs in at least two records and in all possible ones. Lists inside records vary.
    private func isRegular(_ path: String) -> Bool {
        guard path.split(separator: "/").count(where: { $0 == "*" }) == 1,
            let records = objectCounts[Self.parent(of: path)]
        else { return false }
        return records >= 2 && counts[path] == records && !path.hasSuffix("/*")
    }

    private func lacks(_ path: String) -> Bool {
        counts[path] == nil && objectCounts[Self.parent(of: path)] != nil
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}

/// The time and the finding of the last check of each service, so that it is asked at most once a day.
struct LiveChecks {
    private let path: String
    private let now: Date
    private var notes: [ProviderID: Note] = [:]

    private static let leastPause: TimeInterval = 24 * 3600
    private static let greatestByteCount = 1 << 20

    private struct Note {
        let time: Date
        /// The finding; nil if the program ended before there was one.
        let finding: Finding?
    }

    /// Reads the notes.
    ///
    /// - Parameters:
    ///   - folder: The folder of the notes.
    ///   - now: The current time.
    init(in folder: String, at now: Date = Date()) {
        path = folder + "/live-checks"
        self.now = now
        guard let file = try? LocalFile(path, upTo: Self.greatestByteCount, pipes: false) else { return }
        notes = Self.notes(in: file.bytes)
    }

    private static func notes(in bytes: [UInt8]) -> [ProviderID: Note] {
        var notes: [ProviderID: Note] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 3).map(String.init)
            guard parts.count >= 2, let provider = ProviderID(parts[0]), let time = Date(iso8601: parts[1])
            else { continue }
            let verdict = parts.dropFirst(2).first.flatMap(Finding.Verdict.init)
            let finding = verdict.map { Finding(provider.name, $0, parts.count > 3 ? parts[3] : "") }
            notes[provider] = Note(time: time, finding: finding)
        }
        return notes
    }

    /// The finding of a check less than a day ago. A time in the future is due to a wrong clock and is ignored.
    func earlierFinding(of provider: ProviderID) -> Finding? {
        guard let note = notes[provider],
            (0..<Self.leastPause).contains(now.timeIntervalSince(note.time))
        else { return nil }
        let time = WallClock(now: now).pastText(for: note.time)
        guard let finding = note.finding else {
            return Finding(
                provider.name, .unknown,
                "It was checked \(time), but the result is unknown; it can be checked once a day.")
        }
        return Finding(provider.name, finding.verdict, "Checked \(time): \(finding.sentence)")
    }

    /// Notes that a service is being asked, or the finding.
    mutating func note(_ finding: Finding?, of provider: ProviderID) throws {
        try set(Note(time: now, finding: finding), of: provider)
    }

    /// Removes the note, because the service was not reached.
    mutating func forget(_ provider: ProviderID) throws { try set(nil, of: provider) }

    /// Changes one note in the file, which other programs may have changed meanwhile. An unreadable file counts as
    /// empty.
    private mutating func set(_ note: Note?, of provider: ProviderID) throws {
        do {
            try LocalFile.edit(
                path, upTo: Self.greatestByteCount, permissions: 0o600, isPrecious: false
            ) { bytes in
                notes = Self.notes(in: bytes)
                notes[provider] = note
                return text
            }
        } catch FileError.unreadable {
            notes[provider] = note
            try LocalFile.replace(path, with: text, permissions: 0o600, isPrecious: false)
        }
    }

    private var text: [UInt8] {
        let lines = notes.sorted { $0.key < $1.key }.map { provider, note in
            let finding = note.finding.map { "\t\($0.verdict.rawValue)\t\($0.sentence.onOneLine)" }
            return "\(provider)\t\(note.time.iso8601)\(finding ?? "")\n"
        }
        return Array(lines.joined().utf8)
    }
}

extension ProviderRequest {
    fileprivate func isLike(_ other: ProviderRequest) -> Bool {
        switch (self, other) {
        case (.search, .search), (.browse, .browse): true
        default: false
        }
    }
}
