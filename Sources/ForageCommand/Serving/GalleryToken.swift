internal import ForageCore
internal import Platform

/// The access token of a locked gallery.
struct GalleryToken {
    let text: String
    /// True if it was created for this run, so that it must be printed.
    let isNew: Bool

    static let variable = "FORAGE_GALLERY_TOKEN"
    private static let greatestByteCount = 1024
    /// A shorter token could be guessed.
    private static let fewestSigns = 16

    /// - Parameters:
    ///   - path: The file that contains it; empty if there is no file, nil if no token was requested.
    ///   - environment: The environment variables, one of which may contain it.
    /// - Returns: The token; nil if the gallery is not locked.
    /// - Throws: ``CommandError`` if it cannot be read or is invalid.
    static func wanted(_ path: String?, _ environment: [String: String]) throws(CommandError) -> GalleryToken?
    {
        if let path, !path.isEmpty {
            return GalleryToken(text: try checked(try read(path), from: path), isNew: false)
        }
        if let text = environment[variable], !text.isEmpty {
            return GalleryToken(text: try checked(text, from: variable), isNew: false)
        }
        return path == nil ? nil : made()
    }

    private static func made() -> GalleryToken {
        GalleryToken(text: Base64URL.secret(byteCount: 24), isNew: true)
    }

    private static func read(_ path: String) throws(CommandError) -> String {
        let file: LocalFile
        do throws(FileError) {
            file = try LocalFile(path, upTo: greatestByteCount)
        } catch {
            throw CommandError.usage("The token in \(path) cannot be read: \(error.reason).")
        }
        guard file.permissions & 0o077 == 0 else {
            throw CommandError.usage("Others can read the token in \(path): make it private with chmod 600.")
        }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    private static func checked(_ text: String, from place: String) throws(CommandError) -> String {
        let text = String(text.trimmingWhitespace())
        let signs = text.utf8.allSatisfy { sign in
            let character = Character(Unicode.Scalar(sign))
            return sign < 0x80 && (character.isLetter || character.isNumber) || "-._~".contains(character)
        }
        guard signs, text.utf8.count >= fewestSigns, text.utf8.count < greatestByteCount else {
            throw CommandError.usage(
                "The token in \(place) is not valid: it needs at least \(fewestSigns) letters, digits and -._~."
            )
        }
        return text
    }
}
