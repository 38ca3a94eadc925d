public import ForageCore
internal import JSON
internal import Platform

/// A folder of bodies with a file `samples.json`, which says of each what it answers and what comes of it.
///
/// ```json
/// [
///   { "name": "owls", "search": "owl", "body": "owls.json", "records": "/results", "items": 5 },
///   { "name": "one owl", "details": "17", "body": "owl.json", "followedBy": ["sizes.json"] }
/// ]
/// ```
///
/// The program and a provider's tests read the same folder, so both hold the provider to the same samples.
public struct SampleFolder: Sendable {
    /// The name of the file that lists the samples.
    public static let listName = "samples.json"

    private let path: String

    /// Names a folder.
    public init(at path: String) { self.path = path }

    /// The folder `Fixtures` beside a source file: `SampleFolder(beside: #filePath)`.
    public init(beside file: String) {
        path = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) + "/Fixtures"
    }

    /// Reads every sample.
    ///
    /// - Parameter provider: Whose samples they are.
    /// - Returns: The samples, in the order of the list.
    /// - Throws: ``SampleError`` with the file, the line and what is wrong.
    public func samples(of provider: ProviderID) throws(SampleError) -> [SampleAnswer] {
        let document = try list()
        guard document.root.kind == .array, document.root.count > 0 else {
            throw SampleError("\(path)/\(Self.listName): a list of samples belongs here.")
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
    /// - Parameter name: Its name.
    /// - Returns: Its bytes.
    /// - Throws: ``SampleError`` where it cannot be read, or is longer than a mebibyte.
    public func bytes(of name: String) throws(SampleError) -> [UInt8] {
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else {
            throw SampleError("\"\(name.onOneLine)\" is not a file beside it.")
        }
        do throws(FileError) {
            let file = try LocalFile("\(path)/\(name)", upTo: Self.greatestByteCount, pipes: false)
            if file.isWhole { return file.bytes }
        } catch {
            throw SampleError("\(error)")
        }
        throw SampleError("\(path)/\(name) is longer than a mebibyte, which is too much for a sample.")
    }

    private static let greatestByteCount = 1 << 20
}

/// Why samples cannot be read.
public struct SampleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for people.
    public let description: String

    init(_ description: String) { self.description = description }
}
