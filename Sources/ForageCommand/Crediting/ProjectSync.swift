internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageDownloads
internal import Platform

/// Makes the files of a lock that are missing.
struct ProjectSync: Sendable {
    let forage: Forage
    let file: LockFile
    /// The folder in which files grow, inside the project so that they can be renamed into place.
    let workplace: OwnFolder
    /// Creates the program that converts pictures; nil if it cannot be used.
    let pool: ImagePool?
    /// The names of files before they are in place.
    let template: FileNameTemplate
    /// The downloader of files that no step changes, which share the pauses that hosts ask for.
    let downloader: Downloader
    let timeout: Duration?

    /// The outcome for an entry.
    enum Ending: Hashable {
        case there
        case restored
        /// The file has other bytes than its entry, and is not replaced.
        case different
        /// The source no longer has the file, for this reason.
        case gone(String)
        /// The source, or a step, now gives other bytes.
        case changed(String)
        /// The file could not be made, for this reason.
        case failed(String)
        case cancelled
    }

    func ending(of entry: LockEntry) async -> Ending {
        guard ProjectPath.isReached(entry.path, in: file.folder) else {
            return .failed("a folder of its path is a link")
        }
        let path = "\(file.folder)/\(entry.path)"
        switch LocalPath.kind(path) {
        case nil: break
        case .file:
            guard FileDigest.of(path) == entry.file.sha256 else { return .different }
            writeSidecar(of: entry, at: path)
            return .there
        case .folder, .other: return .failed("something else is in its place")
        }
        return await restored(entry, at: path)
    }

    private func restored(_ entry: LockEntry, at path: String) async -> Ending {
        guard let id = entry.id, entry.download != nil else {
            return .failed("it did not come from a source that can be asked")
        }
        let (found, outcome) = await forage.item(id, within: timeout)
        guard !Task.isCancelled else { return .cancelled }
        guard let now = found else {
            return switch outcome.result {
            case .empty, .answered: .gone("\(id) no longer exists")
            case .cancelled: .cancelled
            case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
                .failed(let reason), .drift(let reason):
                .failed("it could not be looked up: \(reason)")
            }
        }
        guard let item = entry.item(now: now) else { return .failed("its entry has no complete credit") }
        var ending = await downloaded(item, entry, at: path)
        // The address may have been for some time only.
        if case .gone = ending, now.hasPicture {
            var current = item
            current.renditions = now.renditions
            let second = await downloaded(current, entry, at: path)
            if second == .restored { ending = second }
        }
        return ending
    }

    private func downloaded(_ item: Item, _ entry: LockEntry, at path: String) async -> Ending {
        do throws(DownloadError) {
            let (steps, format) = try steps(of: entry)
            guard let size = FileSize(recorded: entry.download?.size ?? "") else {
                return .failed("its size in the lock is unknown")
            }
            let folder = "\(workplace.path)/\(UUID())"
            defer { LocalFolder.remove(folder) }
            let target = try DownloadFolder(folder, naming: template)
            let getter = FileGetter(
                steps.isEmpty ? downloader : forage.downloader(finishing: steps),
                authorizer: forage.downloadAuthorizer, into: target,
                selection: FileSelection(size, as: format))
            switch await getter.get(item, number: 0) {
            case .saved(let saved): return place("\(target.root)/\(saved.path)", entry, at: path)
            case .failed(.cancelled): return .cancelled
            case .failed(.refused(let reason, isPassing: false, rest: nil)): return .gone(reason)
            case .failed(let failure): return .failed(Advice.sentence(on: failure))
            case .there, .alreadyRequested, .alreadySaved, .planned: return .failed("it was not downloaded")
            }
        } catch {
            return .failed(Advice.sentence(on: error))
        }
    }

    /// Moves a file into place if it has the right bytes.
    private func place(_ made: String, _ entry: LockEntry, at path: String) -> Ending {
        guard let record = CreditRecord(nextToFile: made) else { return .failed("its record cannot be read") }
        guard record.digest == entry.file.sha256 else {
            let original = entry.download?.original?.sha256 ?? entry.file.sha256
            let isSame = record.origin?.digest ?? record.digest == original
            return .changed(
                isSame && !entry.steps.isEmpty
                    ? "the source has the same file, but the steps (\(entry.steps.joined(separator: ", "))) give other bytes here"
                    : "the source now has another file")
        }
        do throws(FileError) {
            try LocalFolder.make(around: path, permissions: 0o755)
            writeSidecar(of: entry, at: path)
            try LocalFile.move(made, toFree: path)
            return .restored
        } catch {
            return .failed(error.reason)
        }
    }

    /// Writes the credit file of an entry, unless there is one.
    private func writeSidecar(of entry: LockEntry, at path: String) {
        guard let sidecar = entry.sidecar, LocalPath.kind(path + CreditRecord.ending) == nil,
            let record = entry.record, (try? Digest.sha256.of(record.json).hex) == sidecar
        else { return }
        try? record.write(nextToFile: path)
    }

    /// The steps that made the file from its original.
    private func steps(
        of entry: LockEntry
    ) throws(DownloadError) -> (steps: [any FinishingStep], format: FileFormat?) {
        var (steps, format): ([any FinishingStep], FileFormat?) = ([], nil)
        for mark in entry.steps {
            switch mark {
            case FinishingMark.credited: steps.append(CreditEmbedding())
            case FinishingMark.converted:
                format = entry.file.mediaType.flatMap { FileFormat(mediaType: $0) }
                guard let format, let pool else {
                    throw .unfit("it cannot be converted, because forage-image cannot be used")
                }
                steps.append(ImageConversion(to: format, by: pool))
            default: throw .unfit("the step \"\(mark.printable(upTo: 60))\" cannot be repeated")
            }
        }
        return (steps, format)
    }
}

extension FileSize {
    /// Reads a size as records have it: `full`, `800x` or `800x at 2.0`.
    fileprivate init?(recorded text: String) {
        let parts = text.split(separator: " ")
        let ratio = parts.count == 3 && parts[1] == "at" ? Double(decimal: parts[2]) : nil
        guard let first = parts.first, parts.count == 1 || ratio != nil else { return nil }
        self.init(String(first), pixelRatio: ratio)
    }
}
