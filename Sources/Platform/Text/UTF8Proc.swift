internal import CUTF8Proc

/// The interface to utf8proc. If the library cannot be loaded, folding only changes the case, and every code point is
/// treated as unassigned.
enum UTF8Proc {
    private static let isLoaded = cutf8proc_load() == nil

    /// Returns the text in its compatibility form with its case folded, without the code points for which `isDropped`
    /// is true after decomposition.
    static func folded(_ text: String, dropping isDropped: (Unicode.Scalar) -> Bool) -> String {
        guard isLoaded, var points = decomposed(text.streamSafe, folding) else { return text.lowercased() }
        points.removeAll { Unicode.Scalar(UInt32($0)).map(isDropped) ?? false }
        return composed(points, folding) ?? text
    }

    /// Returns the text in its composed form, NFC.
    static func composed(_ text: String) -> String {
        guard isLoaded, let points = decomposed(text.streamSafe, composing) else { return text }
        return composed(points, composing) ?? text
    }

    private static let composing = utf8proc_option_t(
        UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)

    private static let folding = utf8proc_option_t(
        UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
            | UTF8PROC_CASEFOLD.rawValue)

    /// Returns the number of terminal columns of a single code point.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        Int(cutf8proc_charwidth(Int32(scalar.value)))
    }

    static func isUnassigned(_ scalar: Unicode.Scalar) -> Bool {
        !isLoaded || cutf8proc_category(Int32(scalar.value)) == UTF8PROC_CATEGORY_CN
    }

    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        guard isLoaded else { return false }
        let direction = UInt32(cutf8proc_get_property(Int32(scalar.value)).pointee.bidi_class)
        return direction == UTF8PROC_BIDI_CLASS_R.rawValue || direction == UTF8PROC_BIDI_CLASS_AL.rawValue
    }

    private static func decomposed(_ text: String, _ options: utf8proc_option_t) -> [Int32]? {
        var text = text
        return text.withUTF8 { bytes in
            let count = cutf8proc_decompose(bytes.baseAddress, bytes.count, nil, 0, options)
            guard count > 0 else { return nil }
            return [Int32](unsafeUninitializedCapacity: count) { buffer, written in
                let result = cutf8proc_decompose(
                    bytes.baseAddress, bytes.count, buffer.baseAddress, count, options)
                written = max(0, min(result, count))
            }
        }
    }

    /// Composes in place: utf8proc overwrites the code points with UTF-8 and a terminating zero.
    private static func composed(_ points: [Int32], _ options: utf8proc_option_t) -> String? {
        var points = points + [0]
        return points.withUnsafeMutableBufferPointer { buffer in
            let length = cutf8proc_reencode(buffer.baseAddress, buffer.count - 1, options)
            guard length >= 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(length), as: UTF8.self)
        }
    }
}

/// The C library for text, which is loaded on first use.
package enum TextLibrary {
    /// Returns the version that utf8proc reports.
    ///
    /// - Throws: ``MissingLibrary`` if the library cannot be loaded.
    package static func version() throws(MissingLibrary) -> String {
        if let words = cutf8proc_load() {
            throw MissingLibrary("utf8proc", neededFor: "text beyond ASCII", String(cString: words))
        }
        return String(cString: cutf8proc_version())
    }
}
