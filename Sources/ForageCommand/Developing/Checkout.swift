internal import Forage
internal import ForageCore
internal import Platform

/// Forage's own sources as they lie on the disk.
struct Checkout {
    let folder: String

    /// Finds the checkout that a folder lies in, by the manifest.
    init(around folder: String) throws(CannotRun) {
        var steps = folder.split(separator: "/")
        repeat {
            let candidate = "/" + steps.joined(separator: "/")
            if Self.isForage(candidate) {
                self.folder = candidate
                return
            }
        } while steps.popLast() != nil
        throw CannotRun(
            "\(folder.onOneLine) is not in a checkout of Forage: this command works with its sources, so run it there."
        )
    }

    private static func isForage(_ folder: String) -> Bool {
        guard let file = try? LocalFile(folder + "/Package.swift", upTo: 1 << 20, pipes: false) else {
            return false
        }
        let manifest = String(decoding: file.bytes, as: UTF8.self)
        return manifest.contains("let package = Package(\n    name: \"forage\",")
    }

    /// The text of a file.
    func text(of path: String) throws(CannotRun) -> String {
        do throws(LocalFileFault) {
            let file = try LocalFile("\(folder)/\(path)", upTo: 1 << 20, pipes: false)
            return String(decoding: file.bytes, as: UTF8.self)
        } catch {
            throw CannotRun("\(error)")
        }
    }
}
