internal import CUTF8Proc

/// The interface to utf8proc. If the library cannot be loaded, folding only changes the case, and every code point is
/// treated as unassigned.
enum UTF8Proc {
    private static let isLoaded = cutf8proc_load() == nil

    /// Returns the text in its compatibility form with its case folded, without the code points for which `isDropped`
    /// is true after decomposition.
    static func folded(_ text: String, dropping isDropped: (Unicode.Scalar) -> Bool) -> String {
        guard isLoaded, var points = decomposed(text.streamSafe, cutf8proc_folding) else {
            return text.lowercased()
        }
        points.removeAll { Unicode.Scalar(UInt32($0)).map(isDropped) ?? false }
        return composed(points, cutf8proc_folding) ?? text
    }

    /// Returns the text in its composed form, NFC.
    static func composed(_ text: String) -> String {
        guard isLoaded, let points = decomposed(text.streamSafe, cutf8proc_composing) else { return text }
        return composed(points, cutf8proc_composing) ?? text
    }

    /// Returns the number of terminal columns of a single code point.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        Int(cutf8proc_charwidth(Int32(scalar.value)))
    }

    static func isUnassigned(_ scalar: Unicode.Scalar) -> Bool {
        !isLoaded || cutf8proc_is_unassigned(Int32(scalar.value))
    }

    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        isLoaded && cutf8proc_is_right_to_left(Int32(scalar.value))
    }

    private static func decomposed(_ text: String, _ options: CInt) -> [Int32]? {
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
    private static func composed(_ points: [Int32], _ options: CInt) -> String? {
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
