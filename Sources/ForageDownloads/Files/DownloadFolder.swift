package import ForageCore
internal import Platform
internal import Synchronization

/// The folder for downloads: the files in it, and the names that are taken.
///
/// Each folder in it is read when the first file goes there. Earlier downloads are identified by their credit and not
/// by their name, so a file may be renamed, alone or together with its credit.
package final class DownloadFolder: Sendable {
    package let root: String
    let template: FileNameTemplate
    private let isTrial: Bool
    private let folders = Mutex<[String: FolderContents]>([:])
    private let spellings = Mutex<[String: FolderSpellings]>([:])
    /// The permissions of new folders, which the user's mask restricts.
    static let folderPermissions = 0o777

    /// The place of a file.
    package enum Place: Hashable, Sendable {
        /// It exists already, at this path.
        case there(String)
        /// It was requested earlier in this run.
        case alreadyRequested
        /// It was downloaded before and is not here.
        case alreadySaved
        /// It goes to this path, with its extension added.
        case free(String)
    }

    /// Creates the folder if it does not exist, and checks that it can be written to.
    ///
    /// - Parameters:
    ///   - root: The folder.
    ///   - template: The template for the names of files.
    ///   - isTrial: True if nothing is written, so that nothing needs to be created.
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

    /// Returns the place of an item's file, and reserves it unless the file was downloaded before.
    package func place(
        for item: Item, _ selection: FileSelection, wasHad: Bool = false
    ) throws(DownloadError) -> Place {
        let key = FileKey(item, selection)
        let steps = template.path(of: item)
        let path = try folderPath(steps)
        return folders.withLock { folders in
            // The contents are changed in place, because copying them is slow.
            folders[path, default: FolderContents(at: path, isTrial: isTrial)].place(
                of: key, in: path, wasHad: wasHad
            ) {
                name(of: item, steps, $0)
            }
        }
    }

    /// Another place for an item's file, for when its name was taken after the folder was read.
    func nextPlace(for item: Item) throws(DownloadError) -> String {
        let steps = template.path(of: item)
        let path = try folderPath(steps)
        let free = folders.withLock { folders in
            folders[path, default: FolderContents(at: path, isTrial: isTrial)].freeName {
                name(of: item, steps, $0)
            }
        }
        return "\(path)/\(free)"
    }

    private func name(of item: Item, _ steps: FilePathSteps, _ number: Int) -> String {
        number == 1 ? steps.name : template.path(of: item, number: number).name
    }

    /// The path of a file's folder, which is always inside this one.
    private func folderPath(_ steps: FilePathSteps) throws(DownloadError) -> String {
        var path = root
        for step in steps.folders {
            let spelling = spellings.withLock {
                $0[path, default: FolderSpellings(in: path)].spelling(of: step)
            }
            path += "/" + spelling
            switch LocalPath.kind(path) {
            case .folder, nil: break
            case .file, .other: throw .unwritable("\(path) is not a folder, so no file can be saved there")
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

    /// The path of a file from this folder, as it is shown.
    package func shown(_ path: String) -> String {
        path.hasPrefix(root + "/") ? String(path.dropFirst(root.utf8.count + 1)) : path
    }
}

extension DownloadFolder {
    /// The file that another run downloaded under a name after the folder was read. If the extension of its address is
    /// wrong, the file is found later, when its name turns out to be taken.
    func file(of item: Item, _ selection: FileSelection, at stem: String) -> String? {
        let named = item.file(selection.size).flatMap { FileType(named: $0.path)?.fileExtension }
        let endings = (selection.format?.made.rawValue ?? named).map { ["." + $0] } ?? FileType.endings
        return LocalPath.files(stem, endings: endings).first { isFile($0, of: item, selection) }
    }

    /// Indicates whether the file at a path is the requested file of an item.
    func isFile(_ path: String, of item: Item, _ selection: FileSelection) -> Bool {
        CreditRecord(nextToFile: path)?.keys.contains(FileKey(item, selection)) ?? false
    }
}

extension String {
    /// The text without an ending; nil if it does not have that ending.
    func dropping(_ ending: String) -> String? {
        hasSuffix(ending) && utf8.count > ending.utf8.count ? String(dropLast(ending.count)) : nil
    }

    /// The name of a file without its extension, if it has one.
    var withoutExtension: String {
        guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
        return String(self[..<dot])
    }

    /// The extension of a file's name, in lower case.
    var pathExtension: String {
        lastIndex(of: ".").map { String(self[index(after: $0)...]).lowercased() } ?? ""
    }

    var withoutCase: String { composed.lowercased() }
}
