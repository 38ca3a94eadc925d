#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension DatabaseFile {
    /// Opens it to be read, also in a folder that may not be written.
    ///
    /// - Parameter open: Opens it with some access, and reads something of it: only that shows whether it can be read.
    /// - Returns: What that gave.
    /// - Throws: What that threw.
    package func reading(
        _ open: (Connection.Access) throws(DatabaseFault) -> Connection?
    ) throws(DatabaseFault) -> Connection? {
        do throws(DatabaseFault) {
            // The index of the log has to be written even to read.
            return try open(.writing)
        } catch {
            let isForWantOfAnIndex = error == .unreachable || error == .readOnly
            guard isForWantOfAnIndex, logByteCount == 0, !isFolderWritable else { throw error }
            return try open(.unchanging)
        }
    }

    private var isFolderWritable: Bool {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return access(folder, W_OK) == 0
    }
}
