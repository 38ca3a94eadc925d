internal import Platform

/// The file `credits.lock` of a project.
package struct LockFile: Hashable, Sendable {
    package static let name = "credits.lock"

    /// The folder of the project, to which all paths in the lock are relative.
    package let folder: String
    private let name: String

    /// The path of the file.
    package var path: String { "\(folder)/\(name)" }

    package init(in folder: String, named name: String = name) {
        self.folder = folder
        self.name = name
    }

    /// Finds the lock of the project that a folder belongs to: in the folder or the nearest one around it, but not
    /// outside its repository.
    package init?(around folder: String) {
        guard var place = LocalPath.real(folder) else { return nil }
        while true {
            if LocalPath.kind("\(place)/\(Self.name)") != nil { break }
            guard LocalPath.kind("\(place)/.git") == nil, let slash = place.lastIndex(of: "/"),
                place.count > 1
            else { return nil }
            place = slash == place.startIndex ? "/" : String(place[..<slash])
        }
        self.init(in: place)
    }

    package var exists: Bool { LocalPath.kind(path) != nil }

    /// Reads the lock.
    package func read() throws(LockError) -> CreditsLock {
        let file: LocalFile
        do throws(FileError) {
            file = try LocalFile(path, upTo: CreditsLock.greatestByteCount, pipes: false)
        } catch {
            throw .unreadable(error)
        }
        guard file.isWhole else { throw .faulty(path: path, line: 1, .tooLong) }
        return try CreditsLock(file.bytes, from: path)
    }

    /// Changes the lock, and creates it if it is missing. Programs that do so at the same time wait for each other, so
    /// that no entry is lost.
    ///
    /// - Throws: ``LockError``; the file is then unchanged.
    package func edit(_ change: (inout CreditsLock) -> Void) throws(LockError) {
        let isNew = !exists
        do {
            try LocalFile.edit(path, upTo: CreditsLock.greatestByteCount) { old in
                // An empty file that existed before was cut off.
                var lock = isNew && old.isEmpty ? CreditsLock() : try CreditsLock(old, from: path)
                change(&lock)
                return lock.bytes
            }
        } catch let error as LockError {
            throw error
        } catch let error as FileError {
            throw .unreadable(error)
        } catch {
            throw .unreadable(.unwritable(path, .isNoOrdinaryFile))
        }
    }
}
