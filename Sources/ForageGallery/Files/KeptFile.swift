internal import Files
internal import ForageCore
internal import ForageMedia
internal import HTTPServer

/// A file that was taken and can be handed out.
struct KeptFile: Sendable {
    /// What its address ends with; nobody can guess it, and it is worth nothing to another run.
    let token: String
    let name: String
    let byteCount: Int
    private let type: FileType
    private let path: String

    /// - Parameters:
    ///   - file: What was saved.
    ///   - folder: The path of the folder that it was saved in.
    init?(_ file: SavedFile, in folder: String) {
        guard let type = FileType(named: file.path) else { return nil }
        token = Base64URL.secret(byteCount: 16)
        name = String(file.path.split(separator: "/").last ?? "")
        byteCount = file.byteCount
        path = "\(folder)/\(file.path)"
        self.type = type
    }

    /// The file, or the part of it that is asked for: something to save and nothing to show, whatever is in it.
    func response(to headers: HTTPFields) throws(LocalFileFault) -> HTTPServerResponse {
        let file = try OpenFile(path, followsLinks: false)
        let answer = HTTPServerResponse(headers: [
            "Content-Type": type.mediaType, "Content-Disposition": ContentDisposition.attachment(name),
            "Content-Security-Policy": "sandbox", "Cache-Control": "private, no-store",
            "ETag": "\"\(token)\"",
        ])
        let whole = answer.carrying(file, 0..<file.byteCount)
        return whole.honouringRange(askedFor: headers, of: file.byteCount) { answer.carrying(file, $0).body }
    }
}

extension HTTPServerResponse {
    /// This with a part of a file, which is read as it is sent.
    fileprivate func carrying(_ file: OpenFile, _ part: Range<Int>) -> HTTPServerResponse {
        var answer = self
        answer.body = .stream(byteCount: part.count) { writer in
            var place = part.lowerBound
            while place < part.upperBound {
                let bytes = try file.read(from: place, upTo: min(256 << 10, part.upperBound - place))
                guard !bytes.isEmpty else { throw LocalFileFault.special("a file that was cut") }
                try await writer.write(bytes)
                place += bytes.count
            }
        }
        return answer
    }
}
