extension Wording {
    /// Wordings of `forage doctor` and of the checks of providers.
    package enum Diagnosis {
        package static let changed = "Its answers have changed."
        package static let unchecked = "could not be checked"
        package static let unusableSamples = "Its samples cannot be used"
        package static let onceADay = "it can be checked once a day."
        package static let checksPassed = "checks passed"

        package static func isNeeded(_ library: String) -> String {
            "\(library) is needed and cannot be loaded ("
        }

        package static func cannotBeChecked(_ provider: String) -> String {
            "\(provider) cannot be checked: "
        }
    }
}
