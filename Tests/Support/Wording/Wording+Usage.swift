extension Wording {
    /// Wordings about options, commands and names that were typed.
    package enum Usage {
        package static let isNotAProvider = "is not a provider"
        package static let isNotAFilter = "is not a filter"
        package static let isNotAnID = "is not an ID"
        package static let isNotAToolID = "is not an id"
        package static let takesSize = "takes a width and a height"
        package static let oneURL = "Give one URL"
        package static let notAURL = "is not an http or https URL"
        package static let nameProvider = "Name a provider"
        package static let onlyUTF8 = "Forage accepts only UTF-8."
        package static let notOnPage = "type the query into the page"
        package static let pageAndCursor = "Give --page or --cursor, not both."
        package static let commandMissing =
            "A command is missing: forage COMMAND; `forage --help` lists the commands."
        package static let nameResult = "Name a result by its number in the last search, or by its ID."
        package static let nameRequestedResult = "Name the requested result: --id ID."
        package static let nameShell = "Name your shell: forage completions bash, zsh or fish."
        package static let requestMethod = "is not a valid request method"
        package static let nameDownloads = "Name what to download"
        package static let oneOfThese = "by one of these"
        package static let onlyOneProvider = "name only one"
        package static let noIDs = "The input has no IDs and no results"
        package static let needsTerminal =
            "forage pick needs a terminal of at least 20 columns and 4 lines."
        package static let streamFormat = "--stream writes JSON lines"

        package static func didYouMean(_ name: String) -> String { "did you mean \"\(name)\"?" }
        package static func didYouMeanVariable(_ variable: String) -> String { "did you mean \(variable)?" }
        package static func notACommand(_ name: String, didYouMean nearest: String? = nil) -> String {
            "\"\(name)\" is not a command" + suggestion(nearest)
        }
        package static func notAnOption(_ option: String, didYouMean nearest: String? = nil) -> String {
            "\"\(option)\" is not an option" + suggestion(nearest)
        }
        package static func notAnOptionOfCommand(_ option: String) -> String {
            "\(option) is not an option of this command"
        }
        package static func notAnAction(
            _ action: String, of command: String, didYouMean nearest: String? = nil
        ) -> String {
            "\"\(action)\" is not an action of \(command)" + suggestion(nearest)
        }
        package static func notAValue(_ value: String, of option: String, didYouMean nearest: String? = nil)
            -> String
        {
            "\"\(value)\" is not a value of \(option)" + suggestion(nearest)
        }
        package static func notAProvider(_ name: String, didYouMean nearest: String? = nil) -> String {
            "\"\(name)\" is not a provider" + suggestion(nearest)
        }
        package static func notAFilter(_ name: String, didYouMean nearest: String? = nil) -> String {
            "\"\(name)\" is not a filter" + suggestion(nearest)
        }
        package static func unknownField(_ name: String, didYouMean near: String) -> String {
            "Unknown field \"\(name)\"; did you mean \(near)?"
        }
        package static func notAnID(_ text: String) -> String { "\"\(text)\" is not an ID" }
        package static func notAnArgument(_ name: String) -> String {
            "\"\(name)\" is not an argument of this tool"
        }
        package static func argumentMustBe(_ name: String, _ kind: String) -> String {
            "\"\(name)\" must be \(kind)."
        }
        package static func argumentMissing(_ name: String) -> String { "\"\(name)\" is missing." }
        package static func unexpectedArgument(_ name: String, of command: String) -> String {
            "Unexpected argument \"\(name)\": see \(command) --help."
        }
        package static func needsValue(_ option: String) -> String { "\(option) needs a value" }
        package static func wholeNumber(_ option: String, _ least: Int, _ most: Int) -> String {
            "\(option) takes a whole number from \(least) to \(most)"
        }
        package static func time(_ option: String) -> String {
            "\(option) takes a time of at most ten minutes, such as 5, 2.5s or 800ms"
        }
        package static func date(_ option: String, suchAs example: String) -> String {
            "\(option) takes a date such as \(example)"
        }
        package static func date(_ option: String) -> String { "\(option) takes a date" }
        package static func size(_ option: String) -> String { "\(option) takes a width and a height" }
        package static func fileName(_ option: String) -> String { "\(option) takes the name of a file." }
        package static func folderName(_ option: String) -> String { "\(option) takes the name of a folder." }
        package static func takesName(_ option: String) -> String { "\(option) takes a name" }
        package static func afterCommand(_ option: String, _ form: String) -> String {
            "Write \(option) after the command: \(form)."
        }
        package static func givenTwice(_ option: String) -> String {
            "\(option) was given twice; give it once."
        }
        package static func noEffect(of option: String, in format: String) -> String {
            "\(option) has no effect in \(format)"
        }
        package static func emptyWithoutOption(_ field: String, _ option: String) -> String {
            "\(field) is empty without \(option)"
        }
        package static func removed(_ option: String) -> String { "\(option) was removed in 0.1.0" }
        package static func giveOne(_ noun: String) -> String {
            "Give one \(noun); put quotes around it if it has spaces."
        }
        package static func contradicts(_ first: String, _ second: String) -> String {
            "\(first) contradicts \(second); give one of them."
        }
        package static func notUTF8(_ text: String) -> String { "\(text) is not valid UTF-8" }
        package static func noValue(_ option: String) -> String { "\(option) takes no value" }
        package static func origin(_ option: String) -> String {
            "\(option) takes an origin such as https://api.example.com"
        }
        package static func notASize(_ text: String) -> String { "\"\(text)\" is not a size" }
        package static func isNotAValue(of option: String) -> String { "is not a value of \(option)" }
    }
}
