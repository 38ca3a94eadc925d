internal import ForageDownloads

/// How pictures of results are to be shown on a person's screen.
enum Preview: String, CaseIterable {
    /// As well as the screen can.
    case auto
    case kitty, iterm2, sixel, blocks
    case off

    /// The way to draw that was asked for.
    var manner: ImageDrawing.Manner? { ImageDrawing.Manner(rawValue: rawValue) }

    static let ofOne = option("Draw the picture")
    static let ofMany = option("Draw the pictures")

    private static func option(_ verb: String) -> Option {
        Option(
            "preview", value: "HOW", unsaid: auto.rawValue, takes: .oneOf(Preview.self),
            help: "\(verb): auto, kitty, iterm2, sixel, blocks or off")
    }
}
