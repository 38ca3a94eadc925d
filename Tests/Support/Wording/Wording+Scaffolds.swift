extension Wording {
    /// Wordings about the name and the files of a new provider.
    package enum Scaffolds {
        package static let otherModule = "the name of another module"
        package static let systemModule = "a module of this or another operating system"
        package static let keyword = "a keyword of Swift."
        package static let type = "the name of a type"
        package static let uncommitted = "has uncommitted changes"
        package static let noCheckout = "is not in a checkout of Forage"
        package static let listOfSamples = "the file must be a list of samples."
        package static let unchanged = "Nothing was changed: "
        package static let notInSchema = "The provider was not added to docs/config.schema.json"
        package static let noList = "Package.swift has no list"

        package static func nameSuggestion(_ name: String) -> String { "Try \"\(name)\"." }
        package static func sampleNeedsOne(_ name: String) -> String { "\"\(name)\" needs one of" }
    }
}
