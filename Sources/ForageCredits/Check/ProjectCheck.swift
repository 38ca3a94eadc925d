internal import ForageCore
internal import ForageDownloads
internal import Platform

/// The comparison of a project with its lock.
package struct ProjectCheck: Sendable {
    private let lock: CreditsLock
    private let file: LockFile
    private var findings: [CheckFinding] = []
    private var copies: [String: String] = [:]
    /// The pictures without an entry, whose look may be that of another.
    private var strangers: [String] = []
    private let viewer: PictureViewer

    /// The number of strangers outside of build outputs that are looked at.
    private static let greatestLookCount = 100

    /// The result of a check.
    package struct Report: Hashable, Sendable {
        /// The findings, in the order of the paths.
        package let findings: [CheckFinding]
        /// The paths of the pictures that are copies of others by their bytes, with the paths of these.
        package let copies: [String: String]
        /// The number of pictures and entries that were compared.
        package let count: Int
        /// The number of pictures that the policy leaves out.
        package let ignoredCount: Int

        /// Indicates whether something was checked and nothing was found.
        package var isClean: Bool { findings.isEmpty && count > 0 }
    }

    package init(_ lock: CreditsLock, in file: LockFile, viewer: PictureViewer = PictureViewer(nil)) {
        self.viewer = viewer
        self.lock = lock
        self.file = file
    }

    /// Compares everything. Files whose digests are in the cache are not read again.
    ///
    /// - Parameters:
    ///   - cache: The digests of the files.
    ///   - progress: Called with the number of files that were read, and of all that must be read.
    /// - Returns: The findings.
    package consuming func report(
        _ cache: inout DigestCache, progress: (Int, Int) -> Void = { _, _ in }
    ) async -> Report {
        let files = ProjectFiles(in: file.folder, leavingOut: lock.policy.ignored.map { PathPattern($0) })
        var stamps = files.pictures
        // An entry may have a path that is left out or has an unusual name.
        for entry in lock.entries {
            for path in [entry.path] + (entry.sidecar == nil ? [] : [entry.path + CreditRecord.ending])
            where stamps[path] == nil {
                guard let stamp = FileStamp("\(file.folder)/\(path)"), stamp.kind == .file else { continue }
                stamps[path] = stamp
            }
        }
        let digests = await cache.digests(of: stamps, in: file.folder, progress: progress)
        cache.store(Set(stamps.keys))
        compare(files, stamps, digests)
        await compareLooks()
        checkPages()
        let unlisted = files.pictures.keys.count { lock[path: $0] == nil }
        return Report(
            findings: findings.sorted { ($0.path, $0.rule.rawValue) < ($1.path, $1.rule.rawValue) },
            copies: copies, count: lock.entries.count + unlisted + files.links.count + files.unreadable.count,
            ignoredCount: files.ignoredCount)
    }

    private mutating func add(_ fault: CheckFinding.Fault, at path: String, of entry: LockEntry? = nil) {
        findings.append(CheckFinding(path: path, line: lock.line(of: entry?.path ?? path), fault: fault))
    }

    private mutating func compare(
        _ files: ProjectFiles, _ stamps: [String: FileStamp], _ digests: [String: String]
    ) {
        var others: [String: [String]] = [:]
        for path in files.pictures.keys.sorted() where lock[path: path] == nil {
            guard let digest = digests[path] else {
                if !LocalPath.isGone("\(file.folder)/\(path)") {
                    add(.unreadable("it cannot be read"), at: path)
                }
                continue
            }
            others[digest, default: []].append(path)
        }
        for entry in lock.entries { check(entry, stamps[entry.path], digests, &others) }
        let owners = Dictionary(lock.entries.map { ($0.file.sha256, $0.path) }) { first, _ in first }
        for (digest, paths) in others {
            for path in paths {
                if let owner = owners[digest] {
                    copies[path] = owner
                } else if LFSPointer.isAt("\(file.folder)/\(path)") {
                    add(.pointer, at: path)
                } else {
                    strangers.append(path)
                }
            }
        }
        for path in files.links where lock[path: path] == nil { add(.link, at: path) }
        for (path, reason) in files.unreadable { add(.unreadable(reason), at: path) }
    }

    /// Compares the pictures without an entry or a credit by their looks. In the folders that the policy names, one that is
    /// certainly the picture of an entry is covered by it.
    private mutating func compareLooks() async {
        let patterns = lock.policy.copies.map { PathPattern($0) }
        let search = OwnerSearch(lock.entries.map { OwnerSearch.Known($0, in: file) }, viewer: viewer)
        var lookCount = 0
        for path in strangers.sorted() {
            let mayBeCopy = patterns.match(path)
            lookCount += mayBeCopy ? 0 : 1
            var best: OwnerSearch.Candidate?
            if mayBeCopy || lookCount <= Self.greatestLookCount {
                best = await search.alike("\(file.folder)/\(path)").first
            }
            if mayBeCopy, let best, best.isCertain {
                copies[path] = best.known.entry.path
            } else {
                add(.notInLock(resembling: best?.known.entry.path), at: path)
            }
        }
        let credited = lock.entries.filter { !$0.credits.isEmpty }
        for entry in lock.entries where entry.credits.isEmpty {
            let owner = OwnerSearch.nearest(to: entry, among: credited)
            add(.noCredit(resembling: owner?.path), at: entry.path)
        }
    }

    private mutating func check(
        _ entry: LockEntry, _ stamp: FileStamp?, _ digests: [String: String],
        _ others: inout [String: [String]]
    ) {
        if !entry.isSealed { add(.edited, at: entry.path) }
        if let fault = fault(in: entry, stamp, digests[entry.path]) {
            if fault == .missing, let found = others[entry.file.sha256]?.popLast() {
                add(.renamed(from: entry.path), at: found, of: entry)
            } else {
                add(fault, at: entry.path)
            }
        }
        if let sidecar = entry.sidecar {
            let found = digests[entry.path + CreditRecord.ending]
            if found != sidecar { add(found == nil ? .sidecarMissing : .sidecarChanged, at: entry.path) }
        }
        if entry.licences.isEmpty { add(.licenceUnknown, at: entry.path) }
        for licence in entry.licences {
            for objection in lock.policy.objections(to: licence) {
                add(.objection(objection), at: entry.path)
            }
        }
    }

    private func fault(
        in entry: LockEntry, _ stamp: FileStamp?, _ digest: String?
    ) -> CheckFinding.Fault? {
        let path = "\(file.folder)/\(entry.path)"
        guard ProjectPath.isReached(entry.path, in: file.folder) else { return .link }
        guard let stamp else {
            switch FileStamp(path)?.kind {
            case nil: return LocalPath.isGone(path) ? .missing : .unreadable("it cannot be read")
            case .link: return .link
            case .file: return .unreadable("it appeared during the check")
            case .folder, .other: return .unreadable("it is not an ordinary file")
            }
        }
        guard let digest else {
            return LocalPath.isGone(path) ? .missing : .unreadable("it cannot be read")
        }
        if digest == entry.file.sha256, stamp.byteCount == entry.file.byteCount { return nil }
        if LFSPointer.isAt(path) { return .pointer }
        return digest == entry.download?.original?.sha256 ? .stripped : .changed
    }

    private mutating func checkPages() {
        for path in lock.policy.pages {
            do throws(PageError) {
                switch try PageFile(path, of: file).isCurrent(lock) {
                case true?: break
                case false?: add(.pageOutdated, at: path)
                case nil: add(.pageMissing, at: path)
                }
            } catch {
                add(.pageUnusable(error), at: path)
            }
        }
    }
}
