internal import ForageCore
internal import ForageDownloads

/// The annotations of a project's pictures for a file `REUSE.toml` (REUSE specification 3.3).
struct REUSEAnnotations {
    private let lock: CreditsLock
    private let folder: String

    /// The beginning of a file.
    static let header = "version = 1\n\n"

    /// - Parameters:
    ///   - lock: The lock.
    ///   - folder: The folder of the file, which can only annotate files below it.
    init(_ lock: CreditsLock, in folder: String) {
        self.lock = lock
        self.folder = folder.isEmpty ? "" : folder + "/"
    }

    var text: String {
        lock.entries.filter { $0.path.hasPrefix(folder) }.map(annotation).joined(separator: "\n")
    }

    private func annotation(_ entry: LockEntry) -> String {
        let path = String(entry.path.dropFirst(folder.count))
        let paths = [path] + (entry.sidecar == nil ? [] : [path + CreditRecord.ending])
        let creators = entry.credits.compactMap(\.line.creator?.name).distinct
        let sources = entry.credits.compactMap(\.line.source?.name).distinct.map {
            "unknown creator, from \($0)"
        }
        let holders = creators.isEmpty ? sources : creators
        return """
            [[annotations]]
            path = [\(paths.map { $0.replacing("*", with: "\\*").inTOML }.joined(separator: ", "))]
            SPDX-FileCopyrightText = [\((holders.isEmpty ? ["unknown"] : holders).map(\.inTOML).joined(separator: ", "))]
            SPDX-License-Identifier = \((SPDXLicence.expression(of: entry) ?? "LicenseRef-unknown").inTOML)
            SPDX-FileComment = \((entry.credits.isEmpty ? entry.title : entry.creditText).inTOML)

            """
    }
}

extension String {
    /// The text as a basic string of TOML.
    fileprivate var inTOML: String {
        let escaped = onOneLine.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
