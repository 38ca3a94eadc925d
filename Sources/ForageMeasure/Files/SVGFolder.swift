#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Finds the SVGs under a folder.
package struct SVGFolder {
    /// The files and folders found, in order of their paths.
    package private(set) var findings: [Finding] = []

    /// What is under a folder.
    package enum Finding: Hashable, Sendable {
        case file(FilePath)
        /// A folder that cannot be looked into.
        case unreadable(FilePath, SystemFault)
    }

    /// Whether a path leads to a folder.
    package static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Looks into a folder and the folders in it.
    ///
    /// Links to files count as files; links to folders are not followed, so that no file is met twice and no
    /// loop is walked.
    package init(_ path: FilePath) { look(into: path) }

    /// No deeper than a path may be long.
    private mutating func look(into folder: FilePath) {
        do throws(SystemFault) {
            for entry in try Self.entries(of: folder) {
                let path = folder.appending(entry.name)
                if entry.isFolder { look(into: path) } else { findings.append(.file(path)) }
            }
        } catch {
            findings.append(.unreadable(folder, error))
        }
    }

    private struct Entry {
        let name: [UInt8]
        let isFolder: Bool
    }

    /// What is in a folder, in order; names are shorter to compare than paths.
    private static func entries(of folder: FilePath) throws(SystemFault) -> [Entry] {
        guard let listing = folder.withCString({ opendir($0) }) else { throw .last }
        defer { closedir(listing) }
        var entries: [Entry] = []
        while let entry = readdir(listing) {
            let name = name(of: entry)
            if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
            switch kind(of: entry, name, in: folder) {
            case .folder: entries.append(Entry(name: name, isFolder: true))
            case .file where isSVG(name): entries.append(Entry(name: name, isFolder: false))
            case .file, .other: break
            }
        }
        return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: 1) { start in
                start.withMemoryRebound(to: UInt8.self, capacity: strlen(start)) { bytes in
                    Array(UnsafeBufferPointer(start: bytes, count: strlen(start)))
                }
            }
        }
    }

    private enum Kind {
        case folder, file, other
    }

    /// What an entry is; a link is what it leads to, if that is a file, or nowhere.
    private static func kind(
        of entry: UnsafeMutablePointer<dirent>, _ name: [UInt8], in folder: FilePath
    ) -> Kind {
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): return .file
        case Int32(DT_DIR): return .folder
        case Int32(DT_LNK), Int32(DT_UNKNOWN): break
        default: return .other
        }
        let path = folder.appending(name)
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return .file }
        if status.st_mode & S_IFMT == S_IFDIR { return .folder }
        guard path.withCString({ stat($0, &status) }) == 0 else { return .file }
        return status.st_mode & S_IFMT == S_IFREG ? .file : .other
    }

    private static func isSVG(_ name: [UInt8]) -> Bool { name.ends(in: ".svg") || name.ends(in: ".svgz") }
}

extension [UInt8] {
    /// Whether these small letters are the last of it, whatever their case.
    fileprivate func ends(in letters: StaticString) -> Bool {
        let start = count - letters.utf8CodeUnitCount
        guard start >= 0 else { return false }
        return letters.withUTF8Buffer { letters in
            letters.indices.allSatisfy { self[start + $0] | 0x20 == letters[$0] }
        }
    }
}
