extension Wording {
    /// Wordings about definitions of providers.
    package enum Definitions {
        package static let atLeastOne = "at least one element is needed here"
        package static let hostInAddress = "expected an address with its host written out"
        package static let tooManyValues = "a definition can have at most 100 values; remove some"
        package static let unreadableAnswer = "this answer cannot be read"

        package static func notAPlaceholder(_ place: String) -> String {
            "\(place) is not a placeholder here"
        }
        package static func notAPart(_ name: String, of whole: String) -> String {
            "\"\(name)\" is not part of \(whole)"
        }
        package static func atMost(_ count: Int) -> String { "at most \(count) elements are allowed here" }
        package static func unchecked(_ part: String) -> String { "no sample checks \"\(part)\"" }
        package static func leadsNowhere(_ pointer: String) -> String { "\"\(pointer)\" leads to nothing" }
        package static func notAHost(_ origin: String) -> String { "\(origin) is not listed in" }
    }
}
