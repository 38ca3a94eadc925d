internal import HTTPServer
internal import JSON
internal import Platform

/// The services of the definitions in a folder, except those that are simulated already.
///
/// Each service answers with the samples of its definition, so a definition needs no code here.
struct DefinedServices: SandboxService {
    /// The hosts of these services only.
    let hosts: [String]
    private let services: [DefinedService]
    /// The sizes of the pictures in the samples, by address.
    private let pictures: [String: PictureSize]
    /// The types of the films and sounds in the samples, by address.
    private let media: [String: String]

    private static let greatestFileCount = 1_000
    private static let greatestByteCount = 1 << 20
    private static let greatestSide = 2_500

    /// Reads the definitions. A file that is none, or is too large, is ignored; Forage reports it.
    ///
    /// - Parameters:
    ///   - folder: The folder of the definitions.
    ///   - simulated: The IDs of the definitions whose services are simulated already.
    ///   - taken: The hosts of those services.
    init(in folder: String, except simulated: Set<String>, onOtherHostsThan taken: Set<String>) {
        var services: [DefinedService] = []
        var pictures: [String: PictureSize] = [:]
        var media: [String: String] = [:]
        for name in LocalFolder.names(in: folder, atMost: Self.greatestFileCount)
        where name.hasSuffix(".json") {
            guard let file = try? LocalFile("\(folder)/\(name)", upTo: Self.greatestByteCount, pipes: false),
                file.isWhole, let root = try? JSONDocument(file.bytes).root
            else { continue }
            guard !simulated.contains(root["about"]["id"].string ?? "") else { continue }
            services.append(DefinedService(root))
            for item in root["samples"].elements.flatMap({ $0["items"].elements }) {
                for picture in item["files"].elements {
                    guard let address = picture["url"].string.flatMap(DefinedAddress.init) else { continue }
                    let type = picture["type"].string ?? "image/"
                    if type.hasPrefix("image/") {
                        pictures[address.text] = Self.size(of: picture, at: address.text)
                    } else {
                        media[address.text] = type
                    }
                }
            }
        }
        self.services = services
        self.pictures = pictures
        self.media = media
        let fileHosts = (Array(pictures.keys) + media.keys).map { String($0.prefix { $0 != "/" }) }
        hosts = Set(services.flatMap(\.hosts) + fileHosts).subtracting(taken).sorted()
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        answer(to: request) ?? .json("{}", status: 404)
    }

    /// Returns the answer to a request; nil if no sample is about it.
    func known(to request: SandboxRequest) -> HTTPServerResponse? {
        answer(to: request).flatMap { $0.status < 400 ? $0 : nil }
    }

    private func answer(to request: SandboxRequest) -> HTTPServerResponse? {
        let address = DefinedAddress(request).text
        if let size = pictures[address] {
            return PictureServing.png(named: address, size: size, for: request)
        }
        if let type = media[address] { return MediumServing.answer(of: type, to: request) }
        for service in services where service.hosts.contains(request.host) {
            if let answer = service.answer(to: request) { return answer }
        }
        return nil
    }

    /// Returns the stated size of a picture, unless it is too large to be drawn.
    private static func size(of picture: JSONValue, at address: String) -> PictureSize {
        guard let width = picture["width"].int, let height = picture["height"].int,
            (1...greatestSide).contains(width), (1...greatestSide).contains(height)
        else { return PictureSize(named: address) }
        return PictureSize(width: width, height: height)
    }
}

/// An address without its scheme, decoded, so that addresses can be compared.
struct DefinedAddress {
    let host: String
    let path: String
    let query: [QueryItem]

    init?(_ address: String) {
        guard let scheme = address.firstRange(of: "://") else { return nil }
        let rest = address[scheme.upperBound...]
        host = rest.prefix { $0 != "/" }.lowercased()
        guard let target = RequestTarget(String(rest.dropFirst(host.count))) else { return nil }
        (path, query) = (target.path, target.query)
    }

    init(_ request: SandboxRequest) {
        (host, path, query) = (request.host, request.path, request.query)
    }

    var text: String {
        let items = query.map { "\($0.name)=\($0.value)" }.sorted()
        return host + path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}

/// Serves silent sounds and empty films.
enum MediumServing {
    /// Three minutes of silence as an MP3 file, in frames of 26 ms.
    static let silence: [UInt8] = (0..<6_890).flatMap { _ in
        [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    }

    /// The beginnings of files without content, by type; other sounds are silence, and other films are MP4.
    private static let beginnings: [String: [UInt8]] = [
        "audio/ogg": Array("OggS".utf8), "audio/wav": Array("RIFF\0\0\0\0WAVE".utf8),
        "audio/flac": Array("fLaC".utf8), "video/webm": [0x1A, 0x45, 0xDF, 0xA3] + Array("webm".utf8),
        "video/ogg": Array("OggS\u{80}theora".utf8),
    ]

    static func answer(of type: String, to request: SandboxRequest) -> HTTPServerResponse {
        let film = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]
        let bytes = beginnings[type] ?? (type.hasPrefix("audio/") ? silence : film)
        return HTTPServerResponse(
            headers: ["Content-Type": type, "Last-Modified": "Fri, 28 Jun 2024 15:00:00 GMT"],
            body: .bytes(bytes)
        ).honouringRange(askedFor: request.headers)
    }
}
