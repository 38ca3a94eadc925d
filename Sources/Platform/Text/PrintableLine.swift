/// A line of safe text, made from one code point after another.
struct PrintableLine {
    private static let mostMarks = 4
    private static let mostJoiners = 3

    private var scalars = String.UnicodeScalarView()
    private var last: Unicode.Scalar?
    private var isSpaceDue = false
    private var marks = 0
    private var joiners = 0

    var text: String { String(scalars) }

    mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control where !scalar.properties.isWhitespace: put(scalar.symbolOfControl)
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: isSpaceDue = last != nil
        case .privateUse, .unassigned, .surrogate: put("\u{FFFD}")
        case _ where scalar.isJoiner: appendJoiner(scalar)
        case _ where scalar.isEmojiVariant: appendVariant(scalar)
        case .format: break
        case _ where scalar.properties.isDefaultIgnorableCodePoint: break
        case .nonspacingMark, .spacingMark, .enclosingMark: appendMark(scalar)
        default: put(scalar)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if isSpaceDue { scalars.append(" ") }
        isSpaceDue = false
        marks = 0
        if last?.isJoiner != true { joiners = 0 }
        attach(scalar)
    }

    /// A mark needs a letter to stand on, else it would decorate what is printed before this text.
    private mutating func appendMark(_ scalar: Unicode.Scalar) {
        guard last != nil, !isSpaceDue, marks < Self.mostMarks else { return }
        marks += 1
        attach(scalar)
    }

    private mutating func appendJoiner(_ scalar: Unicode.Scalar) {
        guard let last, !isSpaceDue, last.canBeJoined, joiners < Self.mostJoiners else { return }
        joiners += 1
        attach(scalar)
    }

    private mutating func appendVariant(_ scalar: Unicode.Scalar) {
        guard let last, !isSpaceDue, last.properties.isEmoji else { return }
        attach(scalar)
    }

    private mutating func attach(_ scalar: Unicode.Scalar) {
        scalars.append(scalar)
        last = scalar
    }
}

extension Unicode.Scalar {
    fileprivate var isJoiner: Bool {
        self == "\u{200C}" || self == "\u{200D}"
    }

    fileprivate var isEmojiVariant: Bool {
        self == "\u{FE0E}" || self == "\u{FE0F}"
    }

    /// Emoji, and the scripts whose letters change shape beside a joiner.
    fileprivate var canBeJoined: Bool {
        if isEmojiVariant || properties.isEmojiModifier { return true }
        if properties.isEmoji { return value > 0x7F }
        return value >= 0x600 && (properties.isAlphabetic || properties.canonicalCombiningClass == .virama)
    }

    /// Unicode draws the control characters of ASCII; the others have no picture.
    var symbolOfControl: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
