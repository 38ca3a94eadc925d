extension String {
    /// The text with nothing in it that a terminal or a browser would obey, its lines and spaces kept.
    ///
    /// Control characters but tabs and line breaks become their visible symbols (`␛`), and marks that override the
    /// writing direction go. Where a text must also stay on one line, ``printable(upTo:)`` is for that.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: { $0.isObeyed }) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.isObeyed {
                scalars.append(scalar)
            } else if scalar.properties.generalCategory == .control {
                scalars.append(scalar.symbolOfControl)
            }
        }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyed: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
