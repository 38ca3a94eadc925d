/// Arguments that make no sense.
package enum SandboxUsageError: Error, Equatable, CustomStringConvertible {
    case unknownArgument(String)
    case missingValue(String)
    case notANumber(String, String, upTo: Int)
    case notAHostFault(String)
    case unknownFault(String)
    case unknownHost(String, examples: [String])

    package var description: String {
        switch self {
        case .unknownArgument(let argument): "“\(argument)” is not an option; see forage-sandbox --help."
        case .missingValue(let flag): "\(flag) needs a value; see forage-sandbox --help."
        case .notANumber(let text, let flag, let limit):
            "\(flag) takes a whole number from 0 to \(limit), not “\(text)”."
        case .notAHostFault(let text):
            "“\(text)” is not HOST:FAULT, such as api.duckduckgo.com:delay=200."
        case .unknownFault(let name):
            "“\(name)” is not a fault; see forage-sandbox --help for those there are."
        case .unknownHost(let host, let examples):
            "Nobody plays “\(host)” here; played are \(examples.joined(separator: ", ")) and others, which the sandbox’s first page lists."
        }
    }
}
