internal import CUTF8Proc

/// The one door to utf8proc.
enum UTF8Proc {
    enum Form {
        case composed
        case folded

        fileprivate var options: utf8proc_option_t {
            switch self {
            case .composed: utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
            case .folded:
                utf8proc_option_t(
                    UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
                        | UTF8PROC_CASEFOLD.rawValue)
            }
        }
    }

    /// The text in that form, without the code points that `isDropped` names once all are taken apart.
    static func map(
        _ text: String, to form: Form, dropping isDropped: (Unicode.Scalar) -> Bool = { _ in false }
    ) -> String {
        guard var points = decomposed(text.streamSafe, form) else { return text }
        points.removeAll { Unicode.Scalar(UInt32($0)).map(isDropped) ?? false }
        return composed(points, form) ?? text
    }

    /// Terminal columns of one code point standing alone.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        Int(utf8proc_charwidth(Int32(scalar.value)))
    }

    static func isUnassigned(_ scalar: Unicode.Scalar) -> Bool {
        utf8proc_category(Int32(scalar.value)) == UTF8PROC_CATEGORY_CN
    }

    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        let direction = UInt32(utf8proc_get_property(Int32(scalar.value)).pointee.bidi_class)
        return direction == UTF8PROC_BIDI_CLASS_R.rawValue || direction == UTF8PROC_BIDI_CLASS_AL.rawValue
    }

    private static func decomposed(_ text: String, _ form: Form) -> [Int32]? {
        var text = text
        return text.withUTF8 { bytes in
            let count = utf8proc_decompose(bytes.baseAddress, bytes.count, nil, 0, form.options)
            guard count > 0 else { return nil }
            return [Int32](unsafeUninitializedCapacity: count) { buffer, written in
                let result = utf8proc_decompose(
                    bytes.baseAddress, bytes.count, buffer.baseAddress, count, form.options)
                written = max(0, min(result, count))
            }
        }
    }

    /// Composes in place: utf8proc turns the code points into UTF-8 in the same memory, and a zero after it.
    private static func composed(_ points: [Int32], _ form: Form) -> String? {
        var points = points + [0]
        return points.withUnsafeMutableBufferPointer { buffer in
            let length = utf8proc_reencode(buffer.baseAddress, buffer.count - 1, form.options)
            guard length >= 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(length), as: UTF8.self)
        }
    }
}
