internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import HTTPServer
internal import JSON
internal import Platform
internal import Synchronization

/// Downloads files with the permission of the services. Concurrent requests for a file share one transfer, and a few
/// transfers run at once.
final class FileTransfers: Sendable {
    private let forage: CurrentForage
    private let cache: FileCache
    /// Converts pictures; nil if `forage-image` is not installed.
    private let imagePool: ImagePool?
    private let work = SharedWork<FileOrder, Result<CachedFile, DownloadError>>()
    /// The boards of current transfers. A cancelled transfer may continue for a moment next to a new one.
    private let boards = Mutex<[(order: FileOrder, board: TransferProgress)]>([])
    let listeners = OpenTasks()

    /// The greatest number of concurrent transfers.
    private static let greatestCount = 6
    /// The greatest length of a file in bytes.
    private static let greatestByteCount = 512 << 20

    init(_ forage: CurrentForage, in cache: FileCache, _ imagePool: ImagePool?) {
        self.forage = forage
        self.cache = cache
        self.imagePool = imagePool
    }

    /// The progress of a file; nil before the transfer begins.
    func progress(of order: FileOrder) -> TransferProgress.Transfer? {
        boards.withLock { $0.last { $0.order == order }?.board }?.snapshot.transfers.first
    }

    /// Downloads a file, or waits for a transfer that is under way. The transfer ends if all clients have disconnected.
    func take(_ order: FileOrder, of item: Item) async throws(DownloadError) -> CachedFile {
        if let file = cache.file(order) { return file }
        let taken: Result<CachedFile, DownloadError>
        do throws(SharedWork<FileOrder, Result<CachedFile, DownloadError>>.WaitError) {
            taken = try await work.result(of: order) { [self] in await attempt(order, of: item) }
        } catch {
            throw .cancelled
        }
        return try taken.get()
    }

    private func attempt(_ order: FileOrder, of item: Item) async -> Result<CachedFile, DownloadError> {
        let board = TransferProgress()
        let isWelcome = boards.withLock { boards in
            guard boards.count < Self.greatestCount else { return false }
            boards.append((order, board))
            return true
        }
        guard isWelcome else {
            return .failure(.noRoom("too many files are being downloaded; try again soon"))
        }
        defer { boards.withLock { $0.removeAll { $0.board === board } } }
        return await Result(of: { () throws(DownloadError) in try await take(order, of: item, board) })
    }

    private func take(
        _ order: FileOrder, of item: Item, _ board: TransferProgress
    ) async throws(DownloadError) -> CachedFile {
        // Another request may have downloaded it a moment ago.
        if let file = cache.file(order) { return file }
        var place: FileCache.Place
        do throws(FileError) { place = try cache.takePlace(for: order) } catch {
            throw .unwritable(error.clause)
        }
        defer { cache.put(place) }
        let target = try DownloadFolder(place.folder.path, naming: Self.template)
        var steps: [any FinishingStep] = []
        if let format = order.selection.format, let imagePool {
            steps.append(ImageConversion(to: format, by: imagePool))
        }
        if order.embedsCredit { steps.append(CreditEmbedding()) }
        let forage = forage.value
        let getter = FileGetter(
            forage.downloader(upTo: Self.greatestByteCount, finishing: steps),
            authorizer: forage.downloadAuthorizer,
            into: target,
            selection: order.selection, board: board)
        let ending = await getter.get(item, number: 0)
        place.byteCount = board.snapshot.byteCount + place.byteCount
        guard case .saved(let saved) = ending, let file = CachedFile(saved, in: place.folder) else {
            throw ending.failure
        }
        place.byteCount = file.byteCount
        place.file = file
        await forage.remember(file: "\(place.folder.path)/\(saved.path)", by: imagePool)
        return file
    }

    /// The names of `forage get`, without the folder.
    private static let template: FileNameTemplate = {
        guard let template = try? FileNameTemplate("{title} {id}.{ext}") else {
            preconditionFailure("this is a template")
        }
        return template
    }()
}

extension FileTransfers {
    /// The events of a download up to its end.
    func events(of order: FileOrder, _ item: Item) -> AsyncStream<WorkEvent> {
        listeners.events(
            progress: {
                let transfer = self.progress(of: order)
                return .progress(transfer?.byteCount ?? 0, of: transfer?.total)
            },
            ending: {
                do throws(DownloadError) { return try await self.take(order, of: item).event } catch {
                    return .failed("It was not downloaded: \(error).")
                }
            })
    }
}

extension OpenTasks {
    /// The events of a client's order: the progress at intervals, and the ending. If the client disconnects, the work
    /// on the ending is cancelled; if the gallery closes, too, and the client still gets the last event.
    func events(
        progress: @escaping @Sendable () -> WorkEvent, ending: @escaping @Sendable () async -> WorkEvent
    ) -> AsyncStream<WorkEvent> {
        // A slow reader gets only the latest event.
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { told in
            let task = begin {
                await withTaskGroup { group in
                    group.addTask {
                        repeat {
                            told.yield(progress())
                        } while (try? await Task.sleep(for: .milliseconds(150))) != nil
                    }
                    let last = await ending()
                    group.cancelAll()
                    // Otherwise a late progress event could replace the final event.
                    await group.waitForAll()
                    told.yield(last)
                    told.finish()
                }
            }
            told.onTermination = { _ in task.cancel() }
        }
    }
}

/// An event of the work on files, which is sent to the client who waits for them.
struct WorkEvent: Sendable {
    /// The event as a server-sent event.
    let text: String

    private init(_ name: String, _ write: (inout JSONWriter) -> Void) {
        text = ServerSentEvents.event(name, JSONWriter.objectText(write))
    }

    static func progress(_ got: Int, of total: Int?) -> WorkEvent {
        WorkEvent("progress") { writer in
            writer.member("got", got)
            writer.member("of", total)
        }
    }

    /// The end, with the address of a file.
    static func done(
        at address: String, _ name: String, byteCount: Int, _ others: (inout JSONWriter) -> Void
    ) -> WorkEvent {
        WorkEvent("done") { writer in
            writer.member("address", "/files/\(address)")
            writer.member("name", name)
            writer.member("bytes", byteCount)
            others(&writer)
        }
    }

    static func failed(_ detail: String, missing: [MissingFile]? = nil) -> WorkEvent {
        WorkEvent("failed") { writer in
            writer.member("detail", detail)
            writer.member("missing", missing) { $0.missing($1) }
        }
    }
}

extension CachedFile {
    fileprivate var event: WorkEvent {
        .done(at: token, name, byteCount: byteCount) { writer in
            writer.member("credit", "/files/\(token)\(Self.creditEnding)")
            writer.member("notes", list: notes) { $0.string($1) }
        }
    }
}

extension FileGetter.Ending {
    fileprivate var failure: DownloadError {
        if case .failed(let failure) = self {
            failure
        } else {
            .unwritable("another file was saved in its place; try again")
        }
    }
}
