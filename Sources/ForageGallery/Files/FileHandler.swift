internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import HTTPServer
internal import Platform

/// Downloads files of items for the page and serves them.
struct FileHandler: Sendable {
    private let cache = FileCache()
    private let transfers: FileTransfers
    private let zips: ZipHandler
    private let converts: Bool

    /// - Parameters:
    ///   - forage: Sends the requests.
    ///   - imagePool: Converts pictures; nil if `forage-image` is not installed.
    init(_ forage: CurrentForage, _ imagePool: ImagePool?) {
        transfers = FileTransfers(forage, in: cache, imagePool)
        zips = ZipHandler(transfers)
        converts = imagePool != nil
    }

    /// Downloads a file and reports the progress. If the client disconnects, the download ends unless others wait for
    /// the same file.
    func take(
        _ item: Item, size: String?, format: String?, embedsCredit: Bool, _ headers: HTTPFields
    ) throws(HTTPProblem) -> HTTPServerResponse {
        let order = FileOrder(
            item.id, try FileSelection(size: size, format: format), embedsCredit: embedsCredit)
        try check(order.selection, headers)
        return ServerSentEvents.response(to: headers) { [transfers] writer in
            for await event in transfers.events(of: order, item) {
                try await writer.write(event.text)
            }
        }
    }

    /// Collects the files of several items in a ZIP file, and reports the progress.
    func collect(
        _ order: ZipOrder, _ headers: HTTPFields, _ lookUp: @escaping ZipHandler.LookUp
    ) throws(HTTPProblem) -> HTTPServerResponse {
        try check(order.selection, headers)
        return try zips.collect(order, headers, lookUp)
    }

    private func check(_ selection: FileSelection, _ headers: HTTPFields) throws(HTTPProblem) {
        guard selection.format == nil || converts else {
            throw HTTPProblem(
                503,
                "Files can be converted only if forage-image is installed in the same folder as forage-gallery."
            )
        }
        // Forms cannot send this header, so pages of other sites cannot start downloads.
        guard ServerSentEvents.areWanted(by: headers) else {
            throw HTTPProblem(
                406, "The progress is sent as server-sent events: send Accept: text/event-stream.")
        }
    }

    /// Serves a downloaded file, its credit if the token ends with ``CachedFile/creditEnding``, or a ZIP file.
    func handOut(_ token: String, _ headers: HTTPFields) throws(HTTPProblem) -> HTTPServerResponse {
        if let response = zips.handOut(token) { return response }
        let ending = CachedFile.creditEnding
        let isCredit = token.hasSuffix(ending)
        guard let file = cache.file(token: isCredit ? String(token.dropLast(ending.count)) : token) else {
            throw HTTPProblem(404, "This file is no longer stored: download it again.")
        }
        guard let response = try? isCredit ? file.creditResponse : file.response(to: headers) else {
            throw HTTPProblem(404, "This file no longer exists: download it again.")
        }
        guard response.status != 416 else {
            throw HTTPProblem(noPart: response, "The file has no such part.")
        }
        return response
    }

    /// Stops waiting for downloads.
    func end() { transfers.listeners.end() }

    /// Removes every file.
    func clear() {
        zips.clear()
        cache.clear()
    }
}

/// A requested file of an item.
struct FileOrder: Hashable, Sendable {
    let item: ItemID
    let selection: FileSelection
    /// True if the credit is also written into the file.
    let embedsCredit: Bool

    init(_ item: ItemID, _ selection: FileSelection = FileSelection(.usual), embedsCredit: Bool = false) {
        self.item = item
        self.selection = selection
        self.embedsCredit = embedsCredit
    }
}

extension FileSelection {
    /// Reads the parameters of a download.
    ///
    /// - Parameters:
    ///   - size: The size in the form of `forage get --size`; nil for the usual one.
    ///   - format: The format in the form of `forage get --convert`; nil to leave the file as it is.
    /// - Throws: ``HTTPProblem`` if the size or the format is invalid.
    init(size: String?, format: String?) throws(HTTPProblem) {
        guard let wanted = FileSize(size ?? FileSize.usual.description) else {
            let roles = FileSize.roles.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(400, "size must be a width such as 1600x, or one of \(roles).")
        }
        guard let format else {
            self.init(wanted)
            return
        }
        guard let known = FileFormat(rawValue: format) else {
            let names = FileFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(400, "format must be one of \(names).")
        }
        self.init(wanted, as: known)
    }
}
