internal import Platform

/// A page of a project in a file.
package struct PageFile: Sendable {
    /// The path of the page from the folder of the lock.
    private let path: String
    private let file: LockFile
    private let form: CreditsForm

    private static let greatestByteCount = 64 << 20

    /// Creates a page at a path from the folder of the lock. Its form is that of its name, unless another one is given.
    package init(_ path: String, of file: LockFile, as form: CreditsForm? = nil) throws(PageError) {
        guard let form = form ?? CreditsForm(ofPage: path) else { throw .unknownForm }
        self.path = path
        self.file = file
        self.form = form
    }

    private var place: String { "\(file.folder)/\(path)" }

    /// Indicates whether the page has the credits of a lock; nil if there is no page.
    package func isCurrent(_ lock: CreditsLock) throws(PageError) -> Bool? {
        try checkPlace()
        let page: LocalFile
        do throws(FileError) {
            page = try LocalFile(place, upTo: Self.greatestByteCount, pipes: false)
        } catch {
            if error.isMissing { return nil }
            throw .file(error)
        }
        guard page.isWhole else { throw .tooLong }
        return try content(lock, replacing: page.bytes) == page.bytes
    }

    /// Writes the credits of a lock into the page, and creates it if it is missing. Everything outside the marks stays.
    package func write(_ lock: CreditsLock) throws(PageError) {
        try checkPlace()
        do {
            try LocalFile.edit(place, upTo: Self.greatestByteCount) { try content(lock, replacing: $0) }
        } catch let error as PageError {
            throw error
        } catch let error as FileError {
            throw .file(error)
        } catch {
            throw .foreign
        }
    }

    /// A page that a stranger's lock names must not lead to other files of this user.
    private func checkPlace() throws(PageError) {
        guard ProjectPath.isReached(path, in: file.folder) else { throw .link }
        switch LocalPath.kind(place) {
        case .file, nil: return
        case .folder: throw .file(.unwritable(place, .isFolder))
        case .other: throw .link
        }
    }

    private func content(_ lock: CreditsLock, replacing old: [UInt8]) throws(PageError) -> [UInt8] {
        let page = CreditsPage(lock, as: form, at: path)
        guard let part = page.part else {
            guard old.isEmpty || isOwn(old) else { throw .foreign }
            return Array(page.text.utf8)
        }
        let block = MarkedBlock(form)
        if let changed = try block.replacing(old, with: part) { return changed }
        let own = block.text(around: part)
        guard !old.isEmpty else { return Array(form.beginning.utf8) + own }
        // In the middle of markup there is no place that suits every page.
        guard form != .html else { throw .noMarks }
        let isEnded = old.last == UInt8(ascii: "\n")
        return old + Array((isEnded ? "\n" : "\n\n").utf8) + own
    }

    private func isOwn(_ bytes: [UInt8]) -> Bool {
        switch form {
        case .json: bytes.starts(with: "{\n  \"$schema\": \"\(CreditsPage.listMark)\"".utf8)
        case .spdx: bytes.starts(with: SPDXDocument.beginning.utf8)
        default: false
        }
    }
}

extension CreditsForm {
    /// The beginning of a new page, before the block.
    fileprivate var beginning: String {
        switch self {
        case .markdown: "# Credits\n\n"
        case .html:
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Credits</title>\n<h1>Credits</h1>\n"
        case .reuse: REUSEAnnotations.header
        case .text, .json, .spdx: ""
        }
    }
}
