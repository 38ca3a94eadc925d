extension Wording {
    /// Wordings about the configuration.
    package enum Settings {
        package static let notJSON = "this is not JSON"
        package static let comments = "JSON does not allow comments"
        package static let strayComma = "remove the comma before this closing bracket"
        package static let schemaMissing = "\"$schema\": \"urn:forage:config:1\" is missing"
        package static let notAVariable = "is not a variable that Forage reads"
        package static let notAKey = "contains spaces or other characters that no key has"
        package static let onlyYouCanAllow = "only you can allow"
        package static let definitionIsRefused = "its definition is refused"
        package static let builtIn = "the built-in default"
        package static let keyForm = "expected a key as a text without spaces"

        package static func expected(_ value: String, found: String) -> String {
            "expected \(value), found \(found)"
        }
        package static func twice(_ name: String) -> String { "\"\(name)\" is given twice; keep one of them" }
        package static func unknownSetting(
            _ name: String, of owner: String, didYouMean nearest: String? = nil
        ) -> String {
            "\"\(name)\" is not a setting of \(owner)" + suggestion(nearest)
        }
        package static func unknownSetting(_ name: String, didYouMean nearest: String? = nil) -> String {
            "\"\(name)\" is not a setting" + suggestion(nearest)
        }
        package static func removed(_ name: String, _ advice: String) -> String {
            "\"\(name)\" was removed in 0.1.0: \(advice)"
        }
        package static func missing(_ name: String) -> String { "\"\(name)\" is missing here" }
        package static func keyNotSet(_ key: String, set variable: String) -> String {
            "its key \(key) is not set; set the variable \(variable)"
        }
        package static func keyNotSet(_ key: String) -> String { "its key \(key) is not set" }
        package static func setVariable(_ variable: String) -> String {
            "set the variable \(variable) to a key from"
        }
        package static func allowance(_ origin: String) -> String { "only you can allow \(origin)" }
        package static func listed(_ value: String, in list: String) -> String {
            "add \"\(value)\" to \"\(list)\" under \"allow\" in your own configuration file"
        }
        package static func definitionRefused(_ reason: String) -> String {
            "its definition is refused: \(reason)"
        }
        package static func ownFile(_ place: String) -> String { "your own file, \(place)" }
        package static func namedFile(_ place: String) -> String { "the file that you named, \(place)" }
        package static func variable(_ variable: String) -> String { "the environment variable \(variable)" }
        package static func notAKeyOf(_ provider: String, didYouMean nearest: String? = nil) -> String {
            "this is not a key of \(provider)" + suggestion(nearest)
        }
    }
}
