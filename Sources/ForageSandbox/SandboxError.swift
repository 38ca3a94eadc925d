/// An invalid argument, or a picture that the simulated Cloudinary refuses.
package enum SandboxError: Error, Equatable, CustomStringConvertible {
    case unknownArgument(String)
    case missingValue(String)
    case notANumber(String, String, upTo: Int)
    case notAFolder(String, String)
    case notAHostFault(String)
    case unknownFault(String)
    case unknownHost(String, examples: [String])

    case noSuchResource(String)
    case sourceNotLoaded(String)
    case invalidTransformation(String)
    case invalidSignature(String)
    case resourceNameTooLong(Int)
    case pictureTooLarge(Int, Int)

    package var description: String {
        switch self {
        case .unknownArgument(let argument): "“\(argument)” is not an option; see forage-sandbox --help."
        case .missingValue(let flag): "\(flag) needs a value; see forage-sandbox --help."
        case .notANumber(let text, let flag, let limit):
            "\(flag) takes a whole number from 0 to \(limit), not “\(text)”."
        case .notAFolder(let path, let flag): "\(flag) takes a folder that can be read, not “\(path)”."
        case .notAHostFault(let text):
            "“\(text)” is not HOST:FAULT, such as api.duckduckgo.com:delay=200."
        case .unknownFault(let name):
            "“\(name)” is not a fault; see forage-sandbox --help for a list."
        case .unknownHost(let host, let examples):
            "The sandbox does not simulate “\(host)”; it simulates \(examples.joined(separator: ", ")) and others, which its first page lists."
        case .noSuchResource(let path): "Resource not found - \(path)"
        case .sourceNotLoaded(let source): "Error in loading - \(source)"
        case .invalidTransformation(let part): "Invalid Transformation: \(part)"
        case .invalidSignature(let part): "Invalid Signature \(part)"
        case .resourceNameTooLong(let count): "public_id (\(count) characters) is too long"
        case .pictureTooLarge(let width, let height):
            "Maximum image size is 25 Megapixels. Requested \(width)x\(height)"
        }
    }

    /// The status of the answer to a request for a picture.
    var status: Int {
        switch self {
        case .noSuchResource, .sourceNotLoaded: 404
        case .invalidSignature: 401
        default: 400
        }
    }
}
