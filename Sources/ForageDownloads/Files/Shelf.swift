package import ForageCore
internal import Platform
internal import Synchronization

/// The folder that files go to: what is there, and which names are taken.
///
/// A folder in it is looked through when the first file goes there. What was got earlier is known by its credit and not
/// by its name, so a file may be renamed, together with its credit or alone.
package final class Shelf: Sendable {
    package let root: String
    let template: FileNameTemplate
    private let isTrial: Bool
    private let folders = Mutex<[String: ShelfFolder]>([:])
    private let spellings = Mutex<[String: FolderSpellings]>([:])
    /// Those of folders that are made, less what the person's mask takes from them.
    static let folderPermissions = 0o777

    /// Where a file goes.
    package enum Place: Hashable, Sendable {
        /// It is there already, under this path.
        case there(String)
        /// It was asked for before, in this run.
        case askedBefore
        /// It was had before, and is not here.
        case hadBefore
        /// Under this path, with its extension behind it.
        case free(String)
    }

    /// Makes the folder if it is not there, and sees that it can be written to.
    ///
    /// - Parameters:
    ///   - root: The folder.
    ///   - template: How files are called in it.
    ///   - isTrial: Whether nothing is going to be put there, so that nothing need be made.
    /// - Throws: ``DownloadError/unwritable(_:)``.
    package init(
        _ root: String, naming template: FileNameTemplate, isTrial: Bool = false
    ) throws(DownloadError) {
        self.template = template
        self.isTrial = isTrial
        if !isTrial { try Self.makeFolder(root) }
        self.root = LocalPath.real(root) ?? root
        do throws(FileError) {
            if isTrial {
                try LocalFolder.checkMakable(root)
            } else {
                try LocalFolder.checkWritable(self.root)
            }
        } catch {
            throw DownloadError(error)
        }
    }

    /// Says where an item's file goes, and keeps the place for it unless it was had before.
    package func place(
        for item: Item, _ wish: FileWish, wasHad: Bool = false
    ) throws(DownloadError) -> Place {
        let key = FileKey(item, wish)
        let steps = template.path(of: item)
        let path = try folderPath(steps)
        return folders.withLock { folders in
            // In its place, because a copy of all that is known of a folder takes long.
            folders[path, default: ShelfFolder(at: path, isTrial: isTrial)].place(
                of: key, in: path, wasHad: wasHad
            ) {
                name(of: item, steps, $0)
            }
        }
    }

    /// Another place for an item's file, whose name something else came to have since the folder was looked through.
    func nextPlace(for item: Item) throws(DownloadError) -> String {
        let steps = template.path(of: item)
        let path = try folderPath(steps)
        let free = folders.withLock { folders in
            folders[path, default: ShelfFolder(at: path, isTrial: isTrial)].freeName {
                name(of: item, steps, $0)
            }
        }
        return "\(path)/\(free)"
    }

    private func name(of item: Item, _ steps: FilePathSteps, _ number: Int) -> String {
        number == 1 ? steps.name : template.path(of: item, number: number).name
    }

    /// Where a name's folder is, once every link is followed: never outside of the one for all.
    private func folderPath(_ steps: FilePathSteps) throws(DownloadError) -> String {
        var path = root
        for step in steps.folders {
            let spelling = spellings.withLock {
                $0[path, default: FolderSpellings(in: path)].spelling(of: step)
            }
            path += "/" + spelling
            switch LocalPath.kind(path) {
            case .folder, nil: break
            case .file, .other: throw .unwritable("\(path) is not a folder, so nothing is put there")
            }
        }
        return path
    }

    private static func makeFolder(_ path: String) throws(DownloadError) {
        do throws(FileError) {
            try LocalFolder.make(path, permissions: folderPermissions)
        } catch {
            throw DownloadError(error)
        }
    }

    /// The path of a file as it is shown: inside the folder of all.
    package func shown(_ path: String) -> String {
        path.hasPrefix(root + "/") ? String(path.dropFirst(root.utf8.count + 1)) : path
    }
}

extension Shelf {
    /// The file that another run has made of a name since the folder was looked through. What its address lies about is
    /// found no sooner than it came, when its name is taken.
    func file(of item: Item, _ wish: FileWish, at stem: String) -> String? {
        let named = item.picture(wish.size).flatMap { FileType(named: $0.path)?.fileExtension }
        let endings = (wish.format?.made.rawValue ?? named).map { ["." + $0] } ?? FileType.endings
        return LocalPath.files(stem, endings: endings).first { isFile($0, of: item, wish) }
    }

    /// Whether the file that is there is what is wanted of an item.
    func isFile(_ path: String, of item: Item, _ wish: FileWish) -> Bool {
        CreditRecord(besideFile: path)?.keys.contains(FileKey(item, wish)) ?? false
    }
}

extension String {
    /// The text without what it ends with; nil where it ends otherwise.
    func dropping(_ ending: String) -> String? {
        hasSuffix(ending) && utf8.count > ending.utf8.count ? String(dropLast(ending.count)) : nil
    }

    /// A file's name without its extension, if it has one.
    var withoutExtension: String {
        guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
        return String(self[..<dot])
    }

    /// What stands behind its last dot, in lower case.
    var pathExtension: String {
        lastIndex(of: ".").map { String(self[index(after: $0)...]).lowercased() } ?? ""
    }

    var withoutCase: String { composed.lowercased() }
}
