/// The path of a fetch, already unescaped once:
/// `/CLOUD/image/fetch/[s--SIGNATURE--/][TRANSFORMATION/…][vVERSION/]ADDRESS`.
struct FetchPath {
    let transformations: [FetchTransformation]
    /// The address that is fetched, as it was before it was escaped.
    let source: String
    let sourceHost: String
    let sourcePath: String

    /// The escaped address is the picture's name, which has a limit.
    private static let greatestLength = 255

    init(_ path: String) throws(CloudinaryFault) {
        let steps = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: true)
        guard steps.count == 4, steps[1] == "image", steps[2] == "fetch" else { throw .notFound(path) }
        let rest = steps[3]
        guard let address = Self.address(in: rest), address.count > 1 else { throw .notFound(String(rest)) }
        source = String(address)
        guard source.count <= Self.greatestLength else { throw .nameTooLong(source.count) }
        (sourceHost, sourcePath) = Self.parts(of: address)
        var parts = rest[..<address.startIndex].split(separator: "/")
        if let first = parts.first, first.hasPrefix("s--") {
            guard Self.isSignature(parts.removeFirst()) else { throw .invalidSignature(String(first)) }
        }
        if let last = parts.last, Self.isVersion(last) { parts.removeLast() }
        var transformations: [FetchTransformation] = []
        for part in parts { transformations.append(try FetchTransformation(part)) }
        self.transformations = transformations
    }

    /// It begins at the step that has the scheme, so that its own slashes and commas tell nothing.
    private static func address(in rest: Substring) -> Substring? {
        var start = rest.startIndex
        while start < rest.endIndex {
            let step = rest[start...]
            if step.hasPrefix("https://") || step.hasPrefix("http://") { return step }
            guard let slash = step.firstIndex(of: "/") else { return nil }
            start = rest.index(after: slash)
        }
        return nil
    }

    /// The host and the path of an address, without its query and fragment.
    private static func parts(of address: Substring) -> (host: String, path: String) {
        let place = address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "?" && $0 != "#" }
        let host = place.prefix { $0 != "/" }
        return (host.lowercased(), String(place.dropFirst(host.count)))
    }

    /// Only the form: the account's secret is nobody's here. A hyphen may be a part of it.
    private static func isSignature(_ part: Substring) -> Bool {
        guard part.hasSuffix("--") else { return false }
        let signature = part.dropFirst(3).dropLast(2)
        return [8, 32].contains(signature.count)
            && signature.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    private static func isVersion(_ part: Substring) -> Bool {
        part.count > 1 && part.first == "v" && part.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}
