internal import ForageCore
internal import JSON

extension Definition {
    /// The file as it was read, with the places of what stands in it.
    struct Text: Sendable {
        let path: String
        let root: JSONValue
        private let document: JSONDocument

        init(_ bytes: [UInt8], at path: String) throws(DefinitionFault) {
            self.path = path
            do throws(JSONFault) {
                document = try JSONDocument(bytes, mode: .strict, limits: .definition)
            } catch {
                throw DefinitionFault(ConfigurationProblem(in: path, at: error.position, "\(error.reason)"))
            }
            root = document.root
        }

        func fault(_ value: JSONValue, _ message: String) -> DefinitionFault {
            fault(value.byteRange.lowerBound, message)
        }

        func fault(_ offset: Int, _ message: String) -> DefinitionFault {
            DefinitionFault(ConfigurationProblem(in: path, at: document.position(of: offset), message))
        }

        /// The bytes that say what is done.
        var byteCountBesidesSamples: Int {
            let samples = root["samples"]
            return document.bytes.count - (samples.exists ? samples.byteRange.count : 0)
        }

        /// The bytes of a value as they are written.
        func bytes(of value: JSONValue) -> [UInt8] { Array(document.bytes[value.byteRange]) }
    }
}

extension JSONLimits {
    /// Room for a few samples of a mebibyte each.
    fileprivate static let definition: JSONLimits = {
        var limits = JSONLimits()
        limits.maximumByteCount = Definition.greatestByteCount
        limits.maximumDepth = 128
        limits.maximumValueCount = 150_000
        return limits
    }()
}
