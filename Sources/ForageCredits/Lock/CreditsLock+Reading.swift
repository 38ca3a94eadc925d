internal import ForageCore
internal import JSON
internal import Platform

extension CreditsLock {
    /// The greatest length of a file: far more than that of 100,000 entries.
    package static let greatestByteCount = 512 << 20

    /// Reads a lock strictly: every part of it is understood, or the first fault is reported with its line.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - path: The path of the file, for the error.
    /// - Throws: ``LockError``
    package init(_ bytes: [UInt8], from path: String) throws(LockError) {
        guard !bytes.isEmpty else { throw .faulty(path: path, line: 1, .empty) }
        if let line = MergeMarks.firstLine(in: bytes) {
            throw .faulty(path: path, line: line, .conflict)
        }
        let document: JSONDocument
        do throws(JSONError) {
            let limits = JSONLimits(
                maximumByteCount: Self.greatestByteCount, maximumDepth: 16, maximumValueCount: 40_000_000)
            document = try JSONDocument(bytes, mode: .strict, limits: limits)
        } catch {
            let fault: LockFault = error.reason == .unexpectedEnd ? .cutOff : .malformed("\(error.reason)")
            throw .faulty(path: path, line: error.position.line, fault)
        }
        do throws(LockFinding) {
            try self.init(document)
        } catch {
            let line = document.position(of: error.offset).line
            throw .faulty(path: path, line: line, error.fault)
        }
    }

    private init(_ document: JSONDocument) throws(LockFinding) {
        let root = document.root
        // A later version may have other members, so its number comes first.
        guard root.kind == .object, let version = root["version"].int else {
            throw LockFinding(.notALock, at: root)
        }
        guard version <= Self.version else {
            throw LockFinding(.laterVersion(version), at: root["version"])
        }
        guard version == Self.version else { throw LockFinding(.notALock, at: root["version"]) }
        let object = try LockObject(
            root, named: "the lock", allowing: ["$schema", "version", "policy", "files"])
        let policy = try object["policy"].map { value throws(LockFinding) in try LockPolicy(value) }
        guard object["files"] != nil else { throw LockFinding(.missingMember("files"), at: root) }
        var lines = LineCounter(document.bytes)
        var lineByPath: [String: Int] = [:]
        let entries = try object.list("files") { value throws(LockFinding) in
            let entry = try LockEntry(value)
            let line = lines.line(of: value.byteRange.lowerBound)
            if let first = lineByPath.updateValue(line, forKey: entry.path) {
                throw LockFinding(.repeatedPath(entry.path, firstLine: first), at: value)
            }
            return entry
        }
        self.init(policy: policy ?? LockPolicy(), entries: entries, lines: lineByPath)
    }
}

/// The marks that a merge leaves around two versions.
private enum MergeMarks {
    private static let marks = ["<<<<<<< ", "=======", ">>>>>>> ", "||||||| "].map { Array($0.utf8) }

    static func firstLine(in bytes: [UInt8]) -> Int? {
        var line = 1
        var start = 0
        while start < bytes.count {
            // Lines of a lock begin with a space or a bracket, so few are compared.
            if [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "|")].contains(
                bytes[start]),
                marks.contains(where: { bytes[start...].starts(with: $0) })
            {
                return line
            }
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            start = end + 1
            line += 1
        }
        return nil
    }
}

/// Counts the lines of a text up to places that are asked for in order.
private struct LineCounter {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func line(of offset: Int) -> Int {
        while let end = bytes[place..<max(place, offset)].firstIndex(of: UInt8(ascii: "\n")) {
            place = end + 1
            line += 1
        }
        return line
    }
}

extension LockPolicy {
    fileprivate init(_ value: JSONValue) throws(LockFinding) {
        let object = try LockObject(
            value, named: "policy", allowing: ["uses", "allow", "refuse", "ignore", "copies", "pages"])
        self.init()
        let words = LicenceTerms.Permission.allCases.map(\.rawValue)
        uses = Set(
            try object.list("uses") { value throws(LockFinding) in
                guard let use = value.string.flatMap(LicenceTerms.Permission.init) else {
                    throw LockFinding(
                        .unexpectedValue("uses", expected: "a list of \(words.joined(separator: ", "))"),
                        at: value)
                }
                return use
            })
        allowed = try object.licences("allow")
        refused = try object.licences("refuse")
        ignored = try object.texts("ignore")
        copies = try object.texts("copies")
        pages = try object.list("pages") { value throws(LockFinding) in
            guard let path = value.string else {
                throw LockFinding(.unexpectedValue("pages", expected: "a list of paths"), at: value)
            }
            guard ProjectPath.isSafe(path) else { throw LockFinding(.unsafePath(path), at: value) }
            return path
        }
    }
}

extension LockEntry {
    private static let members: Set = [
        "path", "id", "title", "alt", "credit", "credits", "sha256", "sha1", "bytes", "type", "width",
        "height",
        "look", "blurHash", "contentCredentials", "url", "size", "date", "original", "steps", "sidecar",
        "note",
        "seal",
    ]

    fileprivate init(_ value: JSONValue) throws(LockFinding) {
        let object = try LockObject(value, named: "files", allowing: Self.members)
        let path = try object.needed("path", object.text)
        guard ProjectPath.isSafe(path) else { throw LockFinding(.unsafePath(path), at: value) }
        self.init(
            path: path, title: try object.needed("title", object.text), file: try PictureFacts(object),
            date: try object.needed("date", object.day))
        id = try object.id("id")
        alt = try object.text("alt")
        credits = try object.list("credits", LockCredit.init)
        if let url = try object.url("url") {
            download = Download(
                url: url, size: try object.needed("size", object.text), original: try Original(object))
        }
        steps = try object.texts("steps")
        sidecar = try object.digest("sidecar", 64)
        note = try object.text("note")
        let seal = try object.digest("seal", 16)
        // The line of credit is derived from its parts, so an entry in which they differ was edited.
        let isDerived = try object.text("credit") == (credits.isEmpty ? nil : creditText)
        self = with(seal: isDerived ? seal : nil)
    }
}

extension LockEntry.Original {
    fileprivate init?(_ object: LockObject) throws(LockFinding) {
        guard let part = try object.part("original", ["type", "sha256", "bytes"]) else { return nil }
        self.init(
            mediaType: try part.needed("type", part.text), byteCount: try part.needed("bytes", part.count),
            sha256: try part.needed("sha256") { key throws(LockFinding) in try part.digest(key, 64) })
    }
}

extension PictureFacts {
    fileprivate init(_ object: LockObject) throws(LockFinding) {
        self.init(
            sha256: try object.needed("sha256") { key throws(LockFinding) in try object.digest(key, 64) },
            byteCount: try object.needed("bytes", object.count))
        sha1 = try object.digest("sha1", 40)
        mediaType = try object.text("type")
        size = PixelSize(width: try object.count("width"), height: try object.count("height"))
        look = try object.read("look", "16 digits in hex") { $0.string.flatMap { PictureLook($0) } }
        blurHash = try object.read("blurHash", "a BlurHash") { $0.string.flatMap { BlurHash($0) } }
        hasManifest = try object.flag("contentCredentials") ?? false
    }
}

extension LockCredit {
    private static let members: Set = [
        "id", "title", "page", "source", "creator", "licence", "service", "evidence",
    ]

    fileprivate init(_ value: JSONValue) throws(LockFinding) {
        let object = try LockObject(value, named: "credits", allowing: Self.members)
        var line = CreditLine(title: try object.needed("title", object.text))
        line.page = try object.url("page")
        line.source = try object.link("source")
        line.serviceLine = try object.link("service")
        if let part = try object.part("creator", ["name", "url"]) {
            line.creator = Creator(name: try part.needed("name", part.text), url: try part.url("url"))
        }
        if let part = try object.part("licence", ["id", "name", "url"]) {
            line.licence = Licence(
                id: try part.needed("id", part.text), name: try part.needed("name", part.text),
                url: try part.url("url"))
        }
        self.init(id: try object.id("id"), line)
        if let part = try object.part("evidence", ["words", "url", "date", "sha256"]) {
            evidence = LicenceEvidence(
                words: try part.needed("words", part.text), url: try part.url("url"),
                date: try part.needed("date", part.day), digest: try part.digest("sha256", 64))
        }
    }
}

extension LockObject {
    /// The names of licences. A misspelt one would match nothing.
    fileprivate func licences(_ key: String) throws(LockFinding) -> [String] {
        try list(key) { value throws(LockFinding) in
            guard let name = value.string, LicenceFilter.isLicence(name.lowercased()) else {
                throw LockFinding(
                    .unexpectedValue(key, expected: "a list of licences such as cc-by-sa"), at: value)
            }
            return name
        }
    }

    fileprivate func part(_ key: String, _ names: Set<String>) throws(LockFinding) -> LockObject? {
        guard let value = self[key] else { return nil }
        return try LockObject(value, named: key, allowing: names)
    }

    fileprivate func link(_ key: String) throws(LockFinding) -> NamedLink? {
        guard let part = try part(key, ["name", "url"]) else { return nil }
        return NamedLink(try part.needed("name", part.text), try part.needed("url", part.url))
    }
}
