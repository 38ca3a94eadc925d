internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import HTTPServer
internal import JSON
internal import Platform
internal import Synchronization

/// Takes files with the services' leave, each once however many want it, a few at a time.
final class FileTransfers: Sendable {
    private let forage: Forage
    private let kept: FileCache
    private let work = SharedWork<FileOrder, Result<CachedFile, DownloadError>>()
    /// Of the transfers that are under way. One that was given up may go on beside a new one for a moment.
    private let boards = Mutex<[(order: FileOrder, board: TransferBoard)]>([])
    let listeners = OpenTasks()

    /// How many may be on their way.
    private static let greatestCount = 6
    /// How long a file may be.
    private static let greatestByteCount = 512 << 20

    init(_ forage: Forage, keptIn kept: FileCache) {
        self.forage = forage
        self.kept = kept
    }

    /// How much of a file has come, of how much where that is known; nil before it begins.
    func progress(of order: FileOrder) -> TransferBoard.Transfer? {
        boards.withLock { $0.last { $0.order == order }?.board }?.snapshot.transfers.first
    }

    /// Takes a file, or waits with those who wait for it. The last who goes away ends the transfer.
    func take(_ order: FileOrder, of item: Item) async throws(DownloadError) -> CachedFile {
        if let file = kept.file(order) { return file }
        let taken: Result<CachedFile, DownloadError>
        do throws(SharedWork<FileOrder, Result<CachedFile, DownloadError>>.WaitError) {
            taken = try await work.result(of: order) { [self] in await attempt(order, of: item) }
        } catch {
            throw .cancelled
        }
        return try taken.get()
    }

    private func attempt(_ order: FileOrder, of item: Item) async -> Result<CachedFile, DownloadError> {
        let board = TransferBoard()
        let isWelcome = boards.withLock { boards in
            guard boards.count < Self.greatestCount else { return false }
            boards.append((order, board))
            return true
        }
        guard isWelcome else { return .failure(.noRoom("enough files are on their way; try again soon")) }
        defer { boards.withLock { $0.removeAll { $0.board === board } } }
        return await Result(of: { () throws(DownloadError) in try await take(order, of: item, board) })
    }

    private func take(
        _ order: FileOrder, of item: Item, _ board: TransferBoard
    ) async throws(DownloadError) -> CachedFile {
        // Another may have brought it a moment ago.
        if let file = kept.file(order) { return file }
        var place: FileCache.Place
        do throws(FileError) { place = try kept.takePlace(for: order) } catch {
            throw .unwritable(error.clause)
        }
        defer { kept.put(place) }
        let target = try DownloadFolder(place.folder.path, naming: Self.template)
        let getter = FileGetter(
            forage.downloader(upTo: Self.greatestByteCount), authorizer: forage.downloadAuthorizer,
            into: target,
            selection: order.selection, board: board)
        let ending = await getter.get(item, number: 0)
        place.byteCount = board.snapshot.byteCount + place.byteCount
        guard case .saved(let saved) = ending, let file = CachedFile(saved, in: target.root) else {
            throw ending.failure
        }
        place.byteCount = file.byteCount
        place.file = file
        return file
    }

    /// As `forage get` calls its files, without the folder.
    private static let template: FileNameTemplate = {
        guard let template = try? FileNameTemplate("{title} {id}.{ext}") else {
            preconditionFailure("this is a template")
        }
        return template
    }()
}

extension FileTransfers {
    /// How it goes with a file, to its end. Who no longer listens no longer waits for it; who is told to end hears that it
    /// was not taken.
    func events(of order: FileOrder, _ item: Item) -> AsyncStream<FileEvent> {
        // Who reads slowly is told the last of it.
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { told in
            let task = listeners.begin {
                await withTaskGroup { group in
                    group.addTask { await self.tell(of: order, told) }
                    let last = await self.ending(of: order, item)
                    group.cancelAll()
                    // Or how much has come might be told in place of how it ended.
                    await group.waitForAll()
                    told.yield(last)
                    told.finish()
                }
            }
            told.onTermination = { _ in task.cancel() }
        }
    }

    /// Tells now and then how much has come.
    private func tell(of order: FileOrder, _ told: AsyncStream<FileEvent>.Continuation) async {
        repeat {
            let transfer = progress(of: order)
            told.yield(.progress(got: transfer?.byteCount ?? 0, of: transfer?.total))
        } while (try? await Task.sleep(for: .milliseconds(150))) != nil
    }

    private func ending(of order: FileOrder, _ item: Item) async -> FileEvent {
        do throws(DownloadError) { return .done(try await take(order, of: item)) } catch {
            return .failed(error)
        }
    }
}

/// What whoever wants a file is told, as a server-sent event.
enum FileEvent: Sendable {
    case progress(got: Int, of: Int?)
    case done(CachedFile)
    case failed(DownloadError)

    var text: String { ServerSentEvents.event(name, json) }

    private var name: String {
        switch self {
        case .progress: "progress"
        case .done: "done"
        case .failed: "failed"
        }
    }

    private var json: String {
        JSONWriter.text { writer in
            writer.object { writer in
                switch self {
                case .progress(let got, let total):
                    writer.member("got", got)
                    writer.member("of", total)
                case .done(let file):
                    writer.member("address", "/files/\(file.token)")
                    writer.member("name", file.name)
                    writer.member("bytes", file.byteCount)
                case .failed(let failure):
                    writer.member("detail", "It was not taken: \(failure).")
                }
            }
        }
    }
}

/// Answers that are told as they come.
enum ServerSentEvents {
    static func areWanted(by headers: HTTPFields) -> Bool {
        HTTPSyntax.names("text/event-stream", in: headers.values(of: "Accept"))
    }

    /// One event as it is written.
    static func event(_ kind: String, _ json: String) -> String { "event: \(kind)\ndata: \(json)\n\n" }

    /// An answer that is over when all is told; the connection ends with it.
    static func response(
        _ tell: @escaping @Sendable (HTTPServerBodyWriter) async throws -> Void
    ) -> HTTPServerResponse {
        HTTPServerResponse(
            headers: [
                "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store",
                "Connection": "close",
            ], body: .stream(tell))
    }
}

extension FileGetter.Ending {
    fileprivate var failure: DownloadError {
        if case .failed(let failure) = self { failure } else { .unwritable("its place was taken; try again") }
    }
}
