internal import ForageCore
internal import Platform

/// What lets somebody into a gallery that is locked.
struct GalleryToken {
    let text: String
    /// Whether it was made for this run, so that it is not known before it is printed.
    let isNew: Bool

    static let variable = "FORAGE_GALLERY_TOKEN"
    private static let greatestByteCount = 1024
    /// Fewer can be guessed.
    private static let fewestSigns = 16

    /// - Parameters:
    ///   - path: The file that holds it; empty where there is none, nil where no lock was asked for.
    ///   - environment: The environment's variables, one of which may hold it.
    /// - Returns: Nil where there is to be no lock.
    /// - Throws: ``CommandError`` for one that cannot be read or is none.
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
            throw CommandError.usage("Others can read the token in \(path): chmod 600 makes it yours alone.")
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
                "A token has \(fewestSigns) letters, digits and -._~ at least; that in \(place) is none.")
        }
        return text
    }
}
