extension Wording {
    /// Wordings about pictures and the program that works on them.
    package enum Pictures {
        package static let empty = "it is empty"
        package static let processorTime = "it takes too much processor time"
        package static let tookTooLong = "it took too long"
        package static let tooManyPixels = "more than the 100 million"
        package static let isNotMeasurable = "not measurable"
        package static let noDrawing = "Cloudinary did not convert it"
        package static let notSVG = "it is not an SVG"
        package static let noSize = "it states no size"
        package static let noProgram = "forage-image is not in the folder"

        package static func worksWith(_ libraries: String) -> String { "works with \(libraries)" }
        package static func notMeasurable(_ reason: String) -> String { "not measurable: \(reason)" }
        package static func format(_ format: String) -> String { "it is a \(format) picture" }
        package static func rootElement(_ noun: String) -> String { "its root element is \(noun)" }
    }
}
