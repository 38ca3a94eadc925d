package import ForageCore
internal import Synchronization

/// Downloads the files of items: finds the place of each, asks for permission, fetches what is missing.
package struct FileGetter: Sendable {
    private let downloader: Downloader
    private let authorizer: DownloadAuthorizer
    private let folder: DownloadFolder
    private let selection: FileSelection
    private let isTrial: Bool
    private let board: TransferBoard
    private let archive: (any FileArchive)?
    private let patience: Duration

    /// - Parameters:
    ///   - downloader: Fetches files.
    ///   - authorizer: Asks services for permission.
    ///   - folder: The folder for the files.
    ///   - selection: The file that is wanted of each item.
    ///   - isTrial: Whether nothing is downloaded, and only the plan is returned.
    ///   - board: Keeps the progress.
    ///   - archive: The list of earlier downloads, wherever they are; new ones are added to it.
    ///   - patience: The longest time to wait for another run that downloads the same file and makes no progress.
    package init(
        _ downloader: Downloader, authorizer: DownloadAuthorizer, into folder: DownloadFolder,
        selection: FileSelection, isTrial: Bool = false,
        board: TransferBoard = TransferBoard(), archive: (any FileArchive)? = nil, patience: Duration = .zero
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

    /// What became of a file. Paths are those inside the folder for all.
    package enum Ending: Hashable, Sendable {
        case saved(SavedFile)
        /// It was there.
        case there(String)
        /// It was asked for before, in this run.
        case askedBefore
        /// It was had before, as the archive says, and is not there.
        case hadBefore
        /// It would be got, under a name with an extension behind it.
        case planned(String)
        case failed(DownloadError)
    }

    /// What is to be done for an item's file, once its name is settled.
    package enum Plan: Hashable, Sendable {
        /// Nothing.
        case ended(Ending)
        /// It is got, under this path with an extension behind it.
        case get(String)
    }

    /// A word that items have in common whose files may want one name.
    package func line(of id: ItemID) -> String {
        folder.template.namesByID ? folder.template.trace(of: id) : ""
    }

    /// What keeps the archive from being used any more, and with it anything from being got.
    package var archiveTrouble: FileArchiveError? { archive?.trouble }

    /// Settles where the file of an item goes. Of two that want one name the first that comes has it.
    package func plan(for item: Item) -> Plan {
        do throws(DownloadError) {
            guard item.picture(selection.size) != nil else { throw .nothingToGet }
            let wasHad = try wasHad(item)
            return switch try folder.place(for: item, selection, wasHad: wasHad) {
            case .there(let path) where isTrial || wasHad: .ended(.there(folder.shown(path)))
            case .there(let path): .ended(there(path, item))
            case .askedBefore: .ended(.askedBefore)
            case .hadBefore: .ended(.hadBefore)
            case .free(let stem) where isTrial: .ended(.planned(folder.shown(stem)))
            case .free(let stem): .get(stem)
            }
        } catch {
            return .ended(.failed(Task.isCancelled ? .cancelled : error))
        }
    }

    /// Gets the file of an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - plan: What is to be done for it; settled now where that was not done before.
    ///   - number: Its number among all that are wanted.
    /// - Returns: What became of it.
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

    /// Gets the file itself where Cloudinary does not convert it. Its account may belong to someone else, or be closed.
    private func get(
        _ item: Item, at stem: String, number: Int, afterFailing failure: DownloadError
    ) async throws(DownloadError) -> Ending {
        let plain = item.withoutConversions
        guard failure.isOfServer, plain.picture(selection.size) != item.picture(selection.size) else {
            throw failure
        }
        let ending = try await get(plain, at: stem, number: number)
        guard case .saved(let file) = ending else { return ending }
        return .saved(
            file.noting("Cloudinary did not convert it (\(failure)), so it is the file as it was published"))
    }

    private func get(_ item: Item, at stem: String, number: Int) async throws(DownloadError) -> Ending {
        // It is shown while another run is waited for, too.
        board.begin(number, folder.shown(stem), at: 0)
        defer { board.end(number) }
        var stem = stem
        var part = try await part(at: &stem, for: item)
        // Another run may have held it until now.
        if let path = folder.file(of: item, selection, at: stem) {
            part.discard()
            return there(path, item)
        }
        board.begin(number, folder.shown(stem), at: part.byteCount)
        let permit = try await permit(for: item, continuing: &part)
        do throws(DownloadError) {
            let saved = try await downloader.download(
                &part, permit, as: stem,
                orElse: { path throws(DownloadError) in try place(for: item, besides: path) }
            ) { board.note(number, $0) }
            archive?.note(item.id, size: selection.description)
            return .saved(saved.at(folder.shown(saved.path)))
        } catch .taken(let path) {
            return there(path, item)
        }
    }

    /// Where else the file may go, unless what came to have its name is the same, from another run.
    private func place(for item: Item, besides path: String) throws(DownloadError) -> String {
        if folder.isFile(path, of: item, selection) { throw .taken(path) }
        return try folder.nextPlace(for: item)
    }

    /// What there is of a file, once no other run is getting it; under the next name where something has that of the part.
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
            throw .unwritable("\(error.reason), so nobody can say whether it was had before; try again later")
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
            // Nobody is told of a file that is not going to be fetched.
            if let url = item.picture(selection.size) { try downloader.checkMayAsk(url) }
            return try await authorizer.permit(for: item, selection)
        } catch {
            part.discard()
            throw error
        }
    }
}

/// A file that was got.
package struct SavedFile: Hashable, Sendable {
    package fileprivate(set) var path: String
    /// How long it is.
    package let byteCount: Int
    /// How much of what came was there from an earlier run.
    package let resumedAt: Int
    /// What was to be made of it and was not.
    package private(set) var notes: [String]

    package init(
        _ path: String, byteCount: Int, resumedAt: Int, notes: [String] = []
    ) {
        self.path = path
        self.byteCount = byteCount
        self.resumedAt = resumedAt
        self.notes = notes
    }

    /// The same with one note more.
    func noting(_ note: String) -> SavedFile {
        var file = self
        file.notes.append(note)
        return file
    }

    /// The same with another way of saying where it is.
    func at(_ path: String) -> SavedFile {
        var file = self
        file.path = path
        return file
    }
}

/// What is under way, for whoever wants to show it. It is written to often and read seldom.
package final class TransferBoard: Sendable {
    /// One file that is on its way.
    package struct Transfer: Hashable, Sendable {
        package let name: String
        package fileprivate(set) var byteCount = 0
        package fileprivate(set) var total: Int?
        /// Whether it came, and something is being made of it.
        package fileprivate(set) var isFinishing = false
    }

    /// Everything at one moment.
    package struct Snapshot: Sendable {
        /// What is under way, in the order in which it was asked for.
        package let transfers: [Transfer]
        /// How much came in this run.
        package let byteCount: Int
        /// Of how many files that failed what came is kept.
        package let keptCount: Int
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        var byteCount = 0
        var keptCount = 0

        /// A file that is begun anew has less than before, which takes nothing from what came.
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
