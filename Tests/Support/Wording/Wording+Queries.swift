extension Wording {
    /// Wordings about the query language, and about cursors.
    package enum Queries {
        package static let empty = "There is nothing to search for: give at least one word."
        package static let nothing = "There is nothing to search for"
        package static let nothingToSearchFor = "nothing to search for"
        package static let unclosedQuote = "the quote that opens here is not closed"
        package static let unopenedQuote = "this closing quote has no opening quote"
        package static let spaceMissing = "a space is missing after the quote."
        package static let onlyWords = "only words and phrases can be excluded"
        package static let withoutSpaces = "write a filter without spaces"
        package static let commaSpaces = "remove the spaces around the comma"
        package static let noOperator = "is not an operator here"
        package static let plainHyphen = "a plain hyphen"
        package static let hyphen = "use a hyphen to exclude a word, as in -barn."
        package static let inQuotes = "put it in quotes."
        package static let oneOfThem = "give one of them."
        package static let tooLong = "the query is too long from here on"
        package static let optionsOutside = "options go outside the query"
        package static let addSpecificWord = "add a more specific one."
        package static let notACursor = "This is not a cursor"
        package static let otherQuery = "This cursor belongs to another query"

        package static func atCharacter(_ position: Int) -> String { "At character \(position): " }
        package static func unclosed(_ mark: String) -> String {
            "the quote that opens here is not closed; close it with \(mark)"
        }
        package static func operatorWord(_ word: String) -> String { "\(word) is not an operator here" }
        package static func both(_ words: String) -> String {
            "\"\(words)\" cannot be both searched for and excluded."
        }
        package static func selectedBoth(_ words: String) -> String { "\"\(words)\" cannot be both selected" }
        package static func phrase(_ phrase: String) -> String {
            "to search for the phrase, write \"\(phrase)\"."
        }
        package static func future(_ day: String) -> String { "\(day) is in the future" }
        package static func didYouMean(_ query: String) -> String { "Did you mean \"\(query)\"?" }
    }
}
