public import ForageCore
internal import JSON
internal import Platform

/// A folder of answers with a file `samples.json`, which states the request and the expected items of each.
///
/// ```json
/// [
///   { "name": "owls", "search": "owl", "body": "owls.json", "records": "/results", "items": 5 },
///   { "name": "one owl", "details": "17", "body": "owl.json", "followedBy": ["sizes.json"] }
/// ]
/// ```
///
/// The command and a provider's tests read the same folder, so both check the same samples.
public struct SampleFolder: Sendable {
    /// The name of the file that lists the samples.
    public static let listName = "samples.json"

    private let path: String

    /// Creates a folder with a path.
    public init(at path: String) { self.path = path }

    /// Creates the folder `Fixtures` next to a source file: `SampleFolder(nextTo: #filePath)`.
    public init(nextTo file: String) {
        path = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) + "/Fixtures"
    }

    /// Reads every sample.
    ///
    /// - Parameter provider: The provider to which the samples belong.
    /// - Returns: The samples, in the order of the list.
    /// - Throws: ``SampleError`` with the file, the line and the problem.
    public func samples(of provider: ProviderID) throws(SampleError) -> [SampleAnswer] {
        let document = try list()
        guard document.root.kind == .array, document.root.count > 0 else {
            throw SampleError("\(path)/\(Self.listName): the file must be a list of samples.")
        }
        var samples: [SampleAnswer] = []
        for entry in document.root.elements {
            do throws(SampleError) {
                samples.append(try SampleEntry(entry).sample(of: provider, bytes))
            } catch {
                let position = document.position(of: entry.byteRange.lowerBound)
                throw SampleError("\(path)/\(Self.listName):\(position.line): \(error)")
            }
        }
        return samples
    }

    private func list() throws(SampleError) -> JSONDocument {
        let bytes = try bytes(of: Self.listName)
        do throws(JSONError) {
            return try JSONDocument(bytes, mode: .strict)
        } catch {
            throw SampleError("\(path)/\(Self.listName): \(error)")
        }
    }

    /// Reads a file in the folder.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: The content of the file.
    /// - Throws: ``SampleError`` if the file cannot be read, or is larger than one mebibyte.
    public func bytes(of name: String) throws(SampleError) -> [UInt8] {
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else {
            throw SampleError("\"\(name.onOneLine)\" is not a file in the same folder.")
        }
        do throws(FileError) {
            let file = try LocalFile("\(path)/\(name)", upTo: Self.greatestByteCount, pipes: false)
            if file.isWhole { return file.bytes }
        } catch {
            throw SampleError("\(error)")
        }
        throw SampleError("\(path)/\(name) is larger than 1 MiB, which is too much for a sample.")
    }

    private static let greatestByteCount = 1 << 20
}

/// The reason why samples cannot be read.
public struct SampleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the user.
    public let description: String

    init(_ description: String) { self.description = description }
}
