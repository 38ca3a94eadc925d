extension StringProtocol {
    /// Whether there is anything to be seen in it: more than white space and signs that are never drawn.
    package var isVisible: Bool { unicodeScalars.contains(where: \.isDrawn) }
}

extension Unicode.Scalar {
    /// The letter of Braille without a dot is drawn as nothing, though Unicode calls it no space.
    fileprivate var isDrawn: Bool {
        if isVisibleASCII { return true }
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
            && properties.generalCategory != .control && self != "\u{2800}"
    }
}
