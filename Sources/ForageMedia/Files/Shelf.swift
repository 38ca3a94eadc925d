internal import Files
package import ForageCore
internal import Synchronization
internal import Text

/// The folder that files go to: what is there, and which names are taken.
///
/// A folder in it is looked through when the first file goes there. What was got earlier is known by its credit and not
/// by its name, so a file may be renamed together with its credit.
package final class Shelf: Sendable {
    package let root: String
    let template: FileNameTemplate
    private let folders = Mutex<[String: Folder]>([:])
    /// Those of folders that are made, less what the person's mask takes from them.
    static let folderPermissions = 0o777

    /// What is known of one folder.
    fileprivate struct Folder {
        /// Files that are whole, with their credit.
        var files: [FileKey: String] = [:]
        /// Names that were begun for a file that is not whole.
        var begun: [FileKey: String] = [:]
        /// What was asked for in this run.
        var asked: Set<FileKey> = []
        /// Names without extensions, as file systems compare them that do not care for case.
        var taken: Set<String> = []
        /// The last number that was given to those who want the same name.
        private var numbers: [String: Int] = [:]

        /// Keeps a place for a file under the first name that is free.
        mutating func place(
            of key: FileKey, in path: String, wasHad: Bool, naming name: (Int) -> String
        ) -> Place {
            guard asked.insert(key).inserted else { return .askedBefore }
            if let name = files[key] { return .there("\(path)/\(name)") }
            if wasHad { return .hadBefore }
            if let name = begun[key] { return .free("\(path)/\(name)") }
            return .free("\(path)/\(freeName(name))")
        }

        /// The name with the first number that is free, which is taken from then on.
        mutating func freeName(_ name: (Int) -> String) -> String {
            let wanted = name(1).withoutCase
            var number = numbers[wanted, default: 0] + 1
            while !taken.insert(number == 1 ? wanted : name(number).withoutCase).inserted { number += 1 }
            numbers[wanted] = number
            return name(number)
        }
    }

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
    /// - Throws: ``DownloadFailure/unwritable(_:)``.
    package init(
        _ root: String, naming template: FileNameTemplate, isTrial: Bool = false
    ) throws(DownloadFailure) {
        self.template = template
        if !isTrial { try Self.makeFolder(root) }
        self.root = LocalPath.real(root) ?? root
        do throws(CannotWriteFile) {
            if isTrial {
                try LocalFolder.checkMakable(root)
            } else {
                try LocalFolder.checkWritable(self.root)
            }
        } catch {
            throw DownloadFailure(error)
        }
    }

    /// Says where an item's file goes, and keeps the place for it unless it was had before.
    package func place(
        for item: Item, _ wish: FileWish, wasHad: Bool = false
    ) throws(DownloadFailure) -> Place {
        let key = FileKey(item, wish)
        let steps = template.path(of: item)
        let path = try folderPath(steps)
        return folders.withLock { folders in
            // In its place, because a copy of all that is known of a folder takes long.
            folders[path, default: Self.folder(at: path)].place(of: key, in: path, wasHad: wasHad) {
                name(of: item, steps, $0)
            }
        }
    }

    /// Another place for an item's file, whose name something else came to have since the folder was looked through.
    func nextPlace(for item: Item) throws(DownloadFailure) -> String {
        let steps = template.path(of: item)
        let path = try folderPath(steps)
        let free = folders.withLock { folders in
            folders[path, default: Self.folder(at: path)].freeName { name(of: item, steps, $0) }
        }
        return "\(path)/\(free)"
    }

    private func name(of item: Item, _ steps: FilePathSteps, _ number: Int) -> String {
        number == 1 ? steps.name : template.path(of: item, number: number).name
    }

    /// Where a name's folder is, once every link is followed: never outside of the one for all.
    private func folderPath(_ steps: FilePathSteps) throws(DownloadFailure) -> String {
        var path = root
        for step in steps.folders {
            path += "/" + step
            switch LocalPath.kind(path) {
            case .folder, nil: break
            case .file, .other: throw .unwritable("\(path) is no folder, so nothing is put there")
            }
        }
        return path
    }

    private static func makeFolder(_ path: String) throws(DownloadFailure) {
        do throws(CannotWriteFile) {
            try LocalFolder.make(path, permissions: folderPermissions)
        } catch {
            throw DownloadFailure(error)
        }
    }

    /// The path of a file as it is shown: inside the folder of all.
    package func shown(_ path: String) -> String {
        path.hasPrefix(root + "/") ? String(path.dropFirst(root.utf8.count + 1)) : path
    }
}

extension Shelf {
    private static func folder(at path: String) -> Folder {
        var folder = Folder()
        let names = LocalFolder.names(in: path)
        let present = Set(names)
        var (lost, unnamed, others): ([LostCredit], [String], [String]) = ([], [], [])
        for name in names {
            if let file = name.dropping(CreditRecord.ending) {
                folder.taken.insert(file.withoutExtension.withoutCase)
                guard let record = CreditRecord(besideFile: "\(path)/\(file)") else { continue }
                if !present.contains(file) {
                    lost.append(LostCredit(stem: file.withoutExtension, record: record))
                } else if LocalPath.kind("\(path)/\(file)") == .file(record.byteCount) {
                    for key in record.keys { folder.files[key] = file }
                }
            } else if let part = name.dropping(PartRecord.path(of: "")) {
                let stem = part.dropping(PartFile.ending) ?? part
                if let record = PartRecord(at: "\(path)/\(part)") { folder.begun[record.key] = stem }
                folder.taken.insert(stem.withoutCase)
            } else if name.hasSuffix(PartFile.ending) {
                unnamed.append(name)
            } else if !FinishedPart.isLeftover(name) {
                folder.taken.insert(name.withoutExtension.withoutCase)
                if !present.contains(name + CreditRecord.ending) { others.append(name) }
            }
        }
        lost.removeAll { folder.find($0.record, among: others, in: path) }
        folder.removeLeftovers(in: path)
        folder.sort(lost, beside: unnamed, in: path)
        return folder
    }

    /// The file that another run has made of a name since the folder was looked through.
    func file(of item: Item, _ wish: FileWish, at stem: String) -> String? {
        LocalPath.files(stem, endings: FileType.endings).first { path in
            CreditRecord(besideFile: path)?.keys.contains(FileKey(item, wish)) ?? false
        }
    }
}

/// A credit without its file: what a run leaves that was killed in the last moment, or a person.
private struct LostCredit {
    let stem: String
    let record: CreditRecord

    /// Whether a part of so many bytes without a record may be what that run left: it had them at once.
    func mayBe(ofPartOf count: Int) -> Bool {
        count <= record.byteCount && count <= PartFile.greatestHeldByteCount
    }
}

extension Shelf.Folder {
    /// Whether a file whose credit lies alone was given another name, under which it is known then.
    fileprivate mutating func find(_ record: CreditRecord, among names: [String], in path: String) -> Bool {
        let name = names.first { name in
            LocalPath.kind("\(path)/\(name)") == .file(record.byteCount)
                && CreditedFolder.digest(of: "\(path)/\(name)") == record.digest
        }
        guard let name else { return false }
        for key in record.keys { files[key] = name }
        return true
    }

    /// Removes what a run left that was killed when the file had just got its name.
    fileprivate mutating func removeLeftovers(in path: String) {
        for key in files.keys {
            guard let stem = begun.removeValue(forKey: key) else { continue }
            let part = "\(path)/\(stem)\(PartFile.ending)"
            LocalFile.remove(part)
            LocalFile.remove(PartRecord.path(of: part))
        }
    }

    /// Tells parts without a record that a run left from those of other programs, whose names are taken.
    fileprivate mutating func sort(_ lost: [LostCredit], beside parts: [String], in path: String) {
        var foreign: Set<String> = []
        for part in parts {
            let stem = part.withoutExtension
            if case .file(let count) = LocalPath.kind("\(path)/\(part)"),
                count == 0 || lost.contains(where: { $0.stem == stem && $0.mayBe(ofPartOf: count) })
            {
                continue
            }
            foreign.insert(stem)
            taken.insert(stem.withoutCase)
        }
        for credit in lost where !foreign.contains(credit.stem) {
            for key in credit.record.keys { begun[key] = begun[key] ?? credit.stem }
        }
    }
}

extension String {
    /// The text without what it ends with; nil where it ends otherwise.
    func dropping(_ ending: String) -> String? {
        hasSuffix(ending) && utf8.count > ending.utf8.count ? String(dropLast(ending.count)) : nil
    }

    /// A file's name without its extension, if it has one.
    fileprivate var withoutExtension: String {
        guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
        return String(self[..<dot])
    }

    fileprivate var withoutCase: String { composed.lowercased() }
}
