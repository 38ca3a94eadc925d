extension Wording {
    /// Wordings about the answers of services, and about failed requests.
    package enum Services {
        package static let keyIsRefused = "the service does not accept the key"
        package static let pause = "it requested a pause"
        package static let pace = "its rate limit is reached"
        package static let unreadableAnswer = "its answer could not be read"
        package static let didNotAnswer = "did not answer in time"
        package static let isUnreachable = "cannot be reached"
        package static let connectionClosed = "connection closed before"
        package static let tooLarge = "the answer exceeds the size limit"
        package static let offline = "no requests are sent while offline"
        package static let noPermission = "does not permit downloading it"
        package static let noSingleItem = "cannot look up a single item"
        package static let tooMany = "it received too many requests"
        package static let needsKey = "it needs a key"
        package static let sandboxAddress = "FORAGE_SANDBOX must be the address"
        package static let partOfAnswer = "this is only part of the answer"
        package static let headerSetByForage = "only Forage may set the header field"
        package static let noHeaderName = "is not the name of a header field"
        package static let noBrowser = "Could not open a browser"

        package static func answered(_ status: String, _ reason: String) -> String {
            "the service answered \(status): \(reason)"
        }
        package static func answered(_ status: String) -> String { "the service answered \(status)" }
        package static func says(_ sentence: String, code: Int) -> String {
            "the service says “\(sentence)” (code \(code))"
        }
        package static func saysFailed(_ reason: String) -> String {
            "the service says that it failed: \(reason)"
        }
        package static func keyRefused(_ reason: String) -> String {
            "the service does not accept the key: \(reason)"
        }
        package static func noToken(_ status: String) -> String {
            "the service did not issue a token (\(status))"
        }
        package static func failed(_ status: String) -> String { "it answered \(status)" }
        package static func trial(after reason: String) -> String {
            "it is being tried again after a failure: \(reason)"
        }
        package static func quota(_ count: Int) -> String { "its quota of \(count) is used up" }
        package static func ownQuota(_ count: Int) -> String {
            "the quota of \(count) that you set is used up"
        }
        package static func timedOut(_ host: String) -> String { "\(host) did not answer in time" }
        package static func unreachable(_ host: String, _ reason: String) -> String {
            "\(host) cannot be reached: \(reason)"
        }
        package static func unreachable(_ host: String) -> String { "\(host) cannot be reached: " }
        package static func unresolved(_ host: String) -> String { "could not resolve \(host)" }
        package static func wait(_ time: String) -> String { "asks to wait \(time) before the next request" }
        package static func downloadNotPermitted(by name: String) -> String {
            "\(name) does not permit downloading it"
        }
        package static func notSimulated(_ host: String) -> String { "the sandbox does not simulate \(host)" }
        package static func programEnded(_ code: Int, _ reason: String) -> String {
            "its program ended with status \(code): \(reason)"
        }
        package static func programNotStarted(_ reason: String) -> String {
            "its program cannot be started: \(reason)"
        }
        package static func noNewItems(_ name: String) -> String {
            "\(name) has no list of new items; search for something instead."
        }
        package static func noLicence(_ name: String, _ licence: String) -> String {
            "\(name) has no licence that matches \(licence)."
        }
        package static func listening(_ program: String, _ address: String) -> String {
            "\(program) listening on \(address)"
        }
        package static func unusableToken(from host: String) -> String {
            "\(host) did not send a usable token"
        }
        package static func cannotListen(on host: String, port: Int) -> String {
            "Cannot listen on \(host) port \(port)"
        }
    }
}
