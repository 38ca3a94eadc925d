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

    private func ending(of picks: [ZipPick], _ order: ZipOrder) async -> WorkEvent {
        var contents = ZipContents(embedsCredit: order.embedsCredit)
        do {
            for pick in picks { try await contents.add(pick) }
        } catch {
            return .failed("The files cannot be read: try again.", missing: contents.missing)
        }
        guard contents.fileCount > 0, !Task.isCancelled else {
            return .failed("No file was downloaded.", missing: contents.missing)
        }
        let zip = ZipFile(
            "forage-\(CalendarDay(containing: Date())).zip", contents.entriesWithCredits)
        zips.put(zip)
        return .done(at: zip.token, zip.name, byteCount: zip.byteCount) { writer in
            writer.member("files", contents.fileCount)
            writer.member("missing") { $0.missing(contents.missing) }
        }
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

/// The items that are wanted in a ZIP file.
struct ZipOrder: Sendable {
    /// The IDs as they were sent, each once.
    let ids: [String]
    let selection: FileSelection
    let embedsCredit: Bool
    private let use: LicenceUse?
    private let includesReserved: Bool

    /// The greatest number of items.
    static let greatestCount = 200

    /// - Parameters:
    ///   - body: A document with `items`, as a search writes it; only the IDs are read.
    ///   - parameters: The parameters of the request.
    /// - Throws: ``HTTPProblem`` if the body or a parameter is invalid.
    init(_ body: [UInt8], _ parameters: Parameters) throws(HTTPProblem) {
        guard let root = try? JSONDocument(body, mode: .strict).root, let ids = ReportDocument.ids(in: root),
            !ids.isEmpty
        else {
            throw HTTPProblem(400, #"Send the results as JSON, as in { "items": [{ "id": "flickr:1" }] }."#)
        }
        var met = Set<String>()
        self.ids = ids.filter { met.insert($0).inserted }
        guard ids.count <= Self.greatestCount else {
            throw HTTPProblem(400, "A ZIP file can contain at most \(Self.greatestCount) files.")
        }
        selection = try FileSelection(size: parameters.text(.size), format: parameters.text(.format))
        embedsCredit = try parameters.flag(.embed)
        includesReserved = try parameters.flag(.reserved)
        let use = parameters.text(.use)
        self.use = use.flatMap(LicenceUse.init)
        guard use == nil || self.use != nil else {
            let uses = LicenceUse.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(400, "use must be one of \(uses).")
        }
    }

    /// Returns the file of an item.
    func file(of id: ItemID) -> FileOrder {
        FileOrder(id, selection, embedsCredit: embedsCredit)
    }

    /// Returns the reason why the licence of an item forbids the use; nil if it is permitted, or is not to matter.
    func objection(to item: Item) -> String? {
        guard !includesReserved else { return nil }
        let terms = item.terms ?? .none
        guard let use else { return terms.summary == .ask ? "its rights are reserved" : nil }
        return terms.uses.contains(use) ? nil : "its licence does not permit the use for \(use.rawValue)"
    }
}
