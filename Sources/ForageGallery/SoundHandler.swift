internal import Forage
internal import ForageCore
internal import HTTPServer
internal import Platform
internal import Synchronization

/// Passes sounds of results on to clients with a token, in short parts, so that a player that is full holds no
/// connection for long.
struct SoundHandler: Sendable {
    let seal: AddressSeal
    private let forage: Forage
    private let transfers = TransferCount(limit: 32)

    /// The greatest length of a part in bytes, about two minutes of a usual episode.
    private static let greatestPart = 2 << 20
    /// The greatest length of a sound in bytes.
    private static let greatestByteCount = 512 << 20

    init(_ forage: Forage, _ seal: AddressSeal) {
        self.forage = forage
        self.seal = seal
    }

    func answer(_ headers: HTTPFields, _ token: String) throws(HTTPProblem) -> RouterAnswer {
        guard let url = seal.address(in: token) else {
            throw HTTPProblem(
                404, "This is not the address of a sound, or it is from another gallery: search again.")
        }
        let range = headers["Range"].flatMap(BodyRange.init)?.shortened(to: Self.greatestPart)
        return .later { () throws(HTTPProblem) in try await response(of: url, range) }
    }

    private func response(of url: WebURL, _ range: BodyRange?) async throws(HTTPProblem) -> HTTPServerResponse
    {
        guard let place = transfers.begin() else {
            throw HTTPProblem(503, "Too many sounds are being played; try again soon.")
        }
        let sound: StreamedResponse
        do throws(FetchError) {
            sound = try await forage.sound(at: url, range: range?.description)
        } catch {
            throw HTTPProblem(error)
        }
        var response = try Self.head(for: sound.head, of: url.host, range)
        let declared = response.headers["Content-Length"].flatMap(Int.init)
        response.headers["Content-Length"] = nil
        response.body = .stream(byteCount: declared) { writer in
            var rest = declared ?? Self.greatestByteCount
            while let bytes = try await sound.next() {
                guard bytes.count <= rest else { throw FetchError.broken("the sound is too long") }
                rest -= bytes.count
                try await writer.write(bytes)
            }
            if declared != nil, rest > 0 { throw FetchError.broken("the sound ended early") }
            withExtendedLifetime(place) {}
        }
        return response
    }

    /// The status and the headers for those of the other server, which are checked first.
    private static func head(
        for head: Response, of host: String, _ range: BodyRange?
    ) throws(HTTPProblem) -> HTTPServerResponse {
        var response = HTTPServerResponse(headers: ["Cache-Control": "private, no-store"])
        switch head.status {
        case 206:
            guard let part = head.headers["Content-Range"].flatMap({ ContentRange($0) }),
                let total = part.total, let wanted = range?.part(of: total),
                part.bytes.lowerBound == wanted.lowerBound, part.bytes.upperBound <= wanted.upperBound
            else { throw HTTPProblem(502, "\(host) did not send the part of the sound that was requested.") }
            response.status = 206
            response.headers["Content-Range"] = part.description
            response.headers["Content-Length"] = "\(part.bytes.count)"
        case 200:
            let length = head.headers["Content-Length"].flatMap(Int.init)
            guard length.map({ (0...greatestByteCount).contains($0) }) ?? true else {
                throw HTTPProblem(502, "The sound is larger than \(greatestByteCount >> 20) MiB.")
            }
            response.headers["Content-Length"] = length.map(String.init)
        case 416:
            let extent = head.headers["Content-Range"].map { ["Content-Range": $0] } ?? [:]
            throw HTTPProblem(416, "The sound has no such part.", headers: extent)
        case 404, 410: throw HTTPProblem(404, "\(host) no longer has the sound.")
        default: throw HTTPProblem(502, "\(host) answered with status \(head.status).")
        }
        guard let type = mediaType(of: head) else { throw HTTPProblem(415, "\(host) sent no sound.") }
        response.headers["Content-Type"] = type
        response.headers["Accept-Ranges"] = "bytes"
        return response
    }

    /// The media type of a sound; nil for anything that a browser could show as a page or run.
    private static func mediaType(of head: Response) -> String? {
        let stated =
            head.headers["Content-Type"]?.prefix { $0 != ";" }.trimmingWhitespace().lowercased() ?? ""
        if stated.hasPrefix("audio/"), HTTPSyntax.isToken(stated.utf8.dropFirst(6)) { return stated }
        // Not every server knows the types of its files. A player recognizes a sound by its bytes.
        let unclear = ["", "application/octet-stream", "binary/octet-stream", "application/ogg", "video/mp4"]
        return unclear.contains(stated) ? "application/octet-stream" : nil
    }
}

/// A limit for concurrent transfers.
final class TransferCount: Sendable {
    private let free: Mutex<Int>

    init(limit: Int) { free = Mutex(limit) }

    /// Begins a transfer; nil if there are too many. It ends when the result is released.
    func begin() -> Transfer? {
        let isFree = free.withLock { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
        return isFree ? Transfer(self) : nil
    }

    final class Transfer: Sendable {
        private let count: TransferCount

        init(_ count: TransferCount) { self.count = count }

        deinit { count.free.withLock { $0 += 1 } }
    }
}
