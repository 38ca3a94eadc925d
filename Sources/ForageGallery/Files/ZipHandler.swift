internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import HTTPServer
internal import JSON
internal import Platform
internal import Synchronization

/// Collects the files of several items with a page of their credits, and serves them as one ZIP file.
struct ZipHandler: Sendable {
    private let transfers: FileTransfers
    private let orders = TransferCount(limit: 2)
    private let zips = ZipCache()

    init(_ transfers: FileTransfers) { self.transfers = transfers }

    /// Looks up an item by its ID.
    typealias LookUp = @Sendable (String) async throws(HTTPProblem) -> Item

    /// Collects the files and reports the progress. If the client disconnects, the work ends.
    func collect(
        _ order: ZipOrder, _ headers: HTTPFields, _ lookUp: @escaping LookUp
    ) throws(HTTPProblem) -> HTTPServerResponse {
        guard let place = orders.begin() else {
            throw HTTPProblem(503, "Too many ZIP files are being made; try again soon.")
        }
        let collection = ZipCollection(order, transfers, lookUp)
        let events = transfers.listeners.events(
            progress: { .progress(collection.count, of: order.ids.count) },
            ending: { await ending(of: await collection.collect(), order) })
        return ServerSentEvents.response(to: headers) { writer in
            for await event in events { try await writer.write(event.text) }
            withExtendedLifetime(place) {}
        }
    }

    private func ending(of picks: [ZipPick], _ order: ZipOrder) async -> ZipEvent {
        var contents = ZipContents(embedsCredit: order.embedsCredit)
        do {
            for pick in picks { try await contents.add(pick) }
        } catch {
            return .failed("The files cannot be read: try again.", contents.missing)
        }
        guard contents.fileCount > 0, !Task.isCancelled else {
            return .failed("No file was downloaded.", contents.missing)
        }
        let zip = ZipFile(
            "forage-\(CalendarDay(containing: Date())).zip", contents.entriesWithCredits)
        zips.put(zip)
        return .done(zip, count: contents.fileCount, contents.missing)
    }

    /// Serves a ZIP file; nil if the token is not that of one.
    func handOut(_ token: String) -> HTTPServerResponse? { zips.zip(token)?.response }

    /// Removes every ZIP file.
    func clear() { zips.clear() }
}

/// The work on one order.
private final class ZipCollection: Sendable {
    private let order: ZipOrder
    private let transfers: FileTransfers
    private let lookUp: ZipHandler.LookUp
    private let picks = Mutex<[Int: ZipPick]>([:])

    /// The number of files that are downloaded at once, so that some transfers remain for single files.
    private static let width = 2

    init(_ order: ZipOrder, _ transfers: FileTransfers, _ lookUp: @escaping ZipHandler.LookUp) {
        self.order = order
        self.transfers = transfers
        self.lookUp = lookUp
    }

    /// The number of items whose file is there, or is known to be missing.
    var count: Int { picks.withLock(\.count) }

    /// Downloads all files, and returns the picks in the order of the IDs.
    func collect() async -> [ZipPick] {
        await withTaskGroup(of: Void.self) { group in
            var rest = order.ids.enumerated().makeIterator()
            for _ in 0..<Self.width { beginNext() }
            while await group.next() != nil { beginNext() }

            func beginNext() {
                guard let (number, id) = rest.next() else { return }
                group.addTask {
                    let pick = await self.pick(id)
                    self.picks.withLock { $0[number] = pick }
                }
            }
        }
        return picks.withLock { picks in picks.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Downloads the file of an item, or finds the reason why it has none.
    private func pick(_ id: String) async -> ZipPick {
        let item: Item
        do throws(HTTPProblem) { item = try await lookUp(id) } catch {
            return ZipPick(id: id, item: nil, file: nil, reason: error.detail)
        }
        if let objection = order.objection(to: item) {
            return ZipPick(id: id, item: item, file: nil, reason: objection)
        }
        do {
            let file = try await transfers.take(order.file(of: item.id), of: item)
            return ZipPick(id: id, item: item, file: file, reason: nil)
        } catch {
            return ZipPick(id: id, item: item, file: nil, reason: "\(error)")
        }
    }
}

/// An event of the work on a ZIP file, sent as a server-sent event.
private enum ZipEvent: Sendable {
    case progress(Int, of: Int)
    case done(ZipFile, count: Int, [MissingFile])
    case failed(String, [MissingFile])

    var text: String {
        switch self {
        case .progress(let got, let total):
            ServerSentEvents.event(
                "progress",
                JSONWriter.objectText { writer in
                    writer.member("got", got)
                    writer.member("of", total)
                })
        case .done(let zip, let count, let missing):
            ServerSentEvents.event(
                "done",
                JSONWriter.objectText { writer in
                    writer.member("address", "/files/\(zip.token)")
                    writer.member("name", zip.name)
                    writer.member("bytes", zip.byteCount)
                    writer.member("files", count)
                    writer.member("missing", all: missing) { $1.write(to: &$0) }
                })
        case .failed(let detail, let missing):
            ServerSentEvents.event(
                "failed",
                JSONWriter.objectText { writer in
                    writer.member("detail", detail)
                    writer.member("missing", all: missing) { $1.write(to: &$0) }
                })
        }
    }
}
