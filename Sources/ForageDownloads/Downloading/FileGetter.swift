package import ForageCore
internal import Synchronization

/// Downloads the files of items: determines the path of each, asks for permission, and fetches the missing part.
package struct FileGetter: Sendable {
    private let downloader: Downloader
    private let authorizer: DownloadAuthorizer
    private let folder: DownloadFolder
    private let selection: FileSelection
    private let isTrial: Bool
    private let board: TransferProgress
    private let archive: (any FileArchive)?
    private let patience: Duration

    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - authorizer: The authorizer that asks services for permission.
    ///   - folder: The folder for the files.
    ///   - selection: The requested file of each item.
    ///   - isTrial: True if nothing is downloaded and only the plan is returned.
    ///   - board: The board that records the progress.
    ///   - archive: The list of earlier downloads, wherever they are; new ones are added to it.
    ///   - patience: The longest time to wait for another run that downloads the same file and makes no progress.
    package init(
        _ downloader: Downloader, authorizer: DownloadAuthorizer, into folder: DownloadFolder,
        selection: FileSelection, isTrial: Bool = false,
        board: TransferProgress = TransferProgress(), archive: (any FileArchive)? = nil,
        patience: Duration = .zero
    ) {
        self.downloader = downloader
        self.authorizer = authorizer
        self.folder = folder
        self.selection = selection
        self.isTrial = isTrial
        self.board = board
        self.archive = archive
        self.patience = patience
    }

    /// The outcome for a file. Paths start from the download folder.
    package enum Ending: Hashable, Sendable {
        case saved(SavedFile)
        /// It existed already.
        case there(String)
        /// It was requested earlier in this run.
        case alreadyRequested
        /// It was downloaded before according to the archive, and is not in the folder.
        case alreadySaved
        /// It would be downloaded to this path, with an extension added.
        case planned(String)
        case failed(DownloadError)
    }

    /// The plan for an item's file, once its name is determined.
    package enum Plan: Hashable, Sendable {
        /// Nothing is to be done.
        case ended(Ending)
        /// The file is downloaded to this path, with an extension added.
        case get(String)
    }

    /// A text that is equal for items whose files may get the same name.
    package func line(of id: ItemID) -> String {
        folder.template.namesByID ? folder.template.trace(of: id) : ""
    }

    /// The error because of which the archive can no longer be used and no more files are downloaded.
    package var archiveTrouble: FileArchiveError? { archive?.trouble }

    /// Determines the path of an item's file. If two files would have the same name, the first one gets it.
    package func plan(for item: Item) -> Plan {
        do throws(DownloadError) {
            guard item.file(selection.size) != nil else { throw .nothingToGet }
            let wasHad = try wasHad(item)
            return switch try folder.place(for: item, selection, wasHad: wasHad) {
            case .there(let path) where isTrial || wasHad: .ended(.there(folder.shown(path)))
            case .there(let path): .ended(there(path, item))
            case .alreadyRequested: .ended(.alreadyRequested)
            case .alreadySaved: .ended(.alreadySaved)
            case .free(let stem) where isTrial: .ended(.planned(folder.shown(stem)))
            case .free(let stem): .get(stem)
            }
        } catch {
            return .ended(.failed(Task.isCancelled ? .cancelled : error))
        }
    }

    /// Downloads the file of an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - plan: The plan for it; determined now if nil.
    ///   - number: Its number among all requested files.
    /// - Returns: The outcome.
    package func get(_ item: Item, by plan: Plan? = nil, number: Int) async -> Ending {
        switch plan ?? self.plan(for: item) {
        case .ended(let ending): return ending
        case .get(let stem):
            do throws(DownloadError) {
                do throws(DownloadError) { return try await get(item, at: stem, number: number) } catch {
                    return try await get(item, at: stem, number: number, afterFailing: error)
                }
            } catch {
                return .failed(Task.isCancelled ? .cancelled : error)
            }
        }
    }

    /// Downloads the original file, without Cloudinary's conversion. The Cloudinary account may be closed or belong to
    /// someone else.
    private func get(
        _ item: Item, at stem: String, number: Int, afterFailing failure: DownloadError
    ) async throws(DownloadError) -> Ending {
        let plain = item.withoutConversions
        guard failure.isOfServer, plain.file(selection.size) != item.file(selection.size) else {
            throw failure
        }
        let ending = try await get(plain, at: stem, number: number)
        guard case .saved(let file) = ending else { return ending }
        return .saved(
            file.noting("Cloudinary did not convert it (\(failure)), so it is the original file"))
    }

    private func get(_ item: Item, at stem: String, number: Int) async throws(DownloadError) -> Ending {
        // The file is also shown while it waits for another run.
        board.begin(number, folder.shown(stem), at: 0)
        defer { board.end(number) }
        var stem = stem
        var part = try await part(at: &stem, for: item)
        // Another run may have had it locked until now.
        if let path = folder.file(of: item, selection, at: stem) {
            part.discard()
            return there(path, item)
        }
        board.begin(number, folder.shown(stem), at: part.byteCount)
        let permit = try await permit(for: item, continuing: &part)
        do throws(DownloadError) {
            let saved = try await downloader.download(
                &part, permit, as: stem,
                orElse: { path throws(DownloadError) in try place(for: item, avoiding: path) }
            ) { board.note(number, $0) }
            archive?.note(item.id, size: selection.description)
            return .saved(saved.at(folder.shown(saved.path)))
        } catch .taken(let path) {
            return there(path, item)
        }
    }

    /// Another path for the file, unless the existing file is the same one, from another run.
    private func place(for item: Item, avoiding path: String) throws(DownloadError) -> String {
        if folder.isFile(path, of: item, selection) { throw .taken(path) }
        return try folder.nextPlace(for: item)
    }

    /// Opens the part of the file, once no other run is downloading it; uses the next name if the part's name is taken.
    private func part(
        at stem: inout String, for item: Item
    ) async throws(DownloadError) -> PartFile {
        var (count, end) = (0, ContinuousClock.now + patience)
        while true {
            do throws(DownloadError) {
                return try PartFile.open(stem)
            } catch .taken {
                stem = try folder.nextPlace(for: item)
                continue
            } catch {
                guard error == .busy, .now < end else { throw error }
            }
            let now = PartFile.byteCount(at: stem)
            if now != count { (count, end) = (now, .now + patience) }
            do { try await Task.sleep(for: Self.pauseWhileBusy) } catch { throw .cancelled }
        }
    }

    private static let pauseWhileBusy = Duration.milliseconds(50)

    private func wasHad(_ item: Item) throws(DownloadError) -> Bool {
        do throws(FileArchiveError) {
            return try archive?.has(item.id, size: selection.description) ?? false
        } catch {
            throw .unwritable(
                "\(error.reason), so it is unknown whether it was downloaded before; try again later")
        }
    }

    private func there(_ path: String, _ item: Item) -> Ending {
        archive?.note(item.id, size: selection.description)
        return .there(folder.shown(path))
    }

    private func permit(
        for item: Item, continuing part: inout PartFile
    ) async throws(DownloadError) -> DownloadPermit {
        if let permit = DownloadPermit(continuing: part, of: item, selection) { return permit }
        do throws(DownloadError) {
            // Services must not count a file that will not be fetched.
            if let url = item.file(selection.size) { try downloader.checkMayAsk(url) }
            return try await authorizer.permit(for: item, selection)
        } catch {
            part.discard()
            throw error
        }
    }
}

/// A downloaded file.
package struct SavedFile: Hashable, Sendable {
    package fileprivate(set) var path: String
    /// The length of the file in bytes.
    package let byteCount: Int
    /// The number of bytes that an earlier run had received.
    package let resumedAt: Int
    /// The steps that were not carried out.
    package private(set) var notes: [String]

    package init(
        _ path: String, byteCount: Int, resumedAt: Int, notes: [String] = []
    ) {
        self.path = path
        self.byteCount = byteCount
        self.resumedAt = resumedAt
        self.notes = notes
    }

    /// Returns a copy with one more note.
    func noting(_ note: String) -> SavedFile {
        var file = self
        file.notes.append(note)
        return file
    }

    /// Returns a copy with another form of its path.
    func at(_ path: String) -> SavedFile {
        var file = self
        file.path = path
        return file
    }
}

/// The current transfers, for a display. The board is written often and read seldom.
package final class TransferProgress: Sendable {
    /// A file in transfer.
    package struct Transfer: Hashable, Sendable {
        package let name: String
        package fileprivate(set) var byteCount = 0
        package fileprivate(set) var total: Int?
        /// True if the file was received and the steps are running.
        package fileprivate(set) var isFinishing = false
    }

    /// The state at one moment.
    package struct Snapshot: Sendable {
        /// The current transfers, in the order of the requests.
        package let transfers: [Transfer]
        /// The number of bytes received in this run.
        package let byteCount: Int
        /// The number of failed files whose received bytes are stored.
        package let keptCount: Int
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        var byteCount = 0
        var keptCount = 0

        /// A restarted file has fewer bytes than before; this does not reduce the count of received bytes.
        mutating func note(_ place: Int, _ count: Int, of total: Int?) {
            byteCount += max(0, count - (transfers[place]?.byteCount ?? 0))
            transfers[place]?.byteCount = count
            transfers[place]?.total = total
        }
    }

    private let state = Mutex(State())

    package init() {}

    package var snapshot: Snapshot {
        state.withLock { state in
            Snapshot(
                transfers: state.transfers.sorted { $0.key < $1.key }.map(\.value),
                byteCount: state.byteCount,
                keptCount: state.keptCount)
        }
    }

    func begin(_ place: Int, _ name: String, at byteCount: Int) {
        state.withLock { $0.transfers[place] = Transfer(name: name, byteCount: byteCount) }
    }

    func note(_ place: Int, _ stage: Downloader.Stage) {
        state.withLock { state in
            switch stage {
            case .came(let count, let total): state.note(place, count, of: total)
            case .kept: state.keptCount += 1
            case .finishing: state.transfers[place]?.isFinishing = true
            }
        }
    }

    func end(_ place: Int) { _ = state.withLock { $0.transfers.removeValue(forKey: place) } }
}
