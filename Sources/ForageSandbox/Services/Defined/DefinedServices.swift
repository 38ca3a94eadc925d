internal import HTTPServer
internal import JSON
internal import Platform

/// The services of the definitions in a folder, except those that are simulated already.
///
/// Each service answers with the samples of its definition, so a definition needs no code here.
struct DefinedServices: SandboxService {
    let hosts: [String]
    private let services: [DefinedService]
    /// The sizes of the pictures in the samples, by address.
    private let pictures: [String: PictureSize]

    private static let greatestFileCount = 1_000
    private static let greatestByteCount = 1 << 20
    private static let greatestSide = 2_500

    /// Reads the definitions. A file that is none, or is too large, is ignored; Forage reports it.
    init(in folder: String, except simulated: Set<String>) {
        var services: [DefinedService] = []
        var pictures: [String: PictureSize] = [:]
        for name in LocalFolder.names(in: folder, atMost: Self.greatestFileCount)
        where name.hasSuffix(".json") {
            guard let file = try? LocalFile("\(folder)/\(name)", upTo: Self.greatestByteCount, pipes: false),
                file.isWhole, let root = try? JSONDocument(file.bytes).root
            else { continue }
            let service = DefinedService(root)
            guard simulated.isDisjoint(with: service.hosts) else { continue }
            services.append(service)
            for item in root["samples"].elements.flatMap({ $0["items"].elements }) {
                for picture in item["files"].elements {
                    guard let address = picture["url"].string.flatMap(DefinedAddress.init) else { continue }
                    pictures[address.text] = Self.size(of: picture, at: address.text)
                }
            }
        }
        self.services = services
        self.pictures = pictures
        let pictureHosts = pictures.keys.map { String($0.prefix { $0 != "/" }) }
        hosts = Set(services.flatMap(\.hosts) + pictureHosts).subtracting(simulated).sorted()
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let address = DefinedAddress(request).text
        if let size = pictures[address] {
            return PictureServing.png(named: address, size: size, for: request)
        }
        for service in services where service.hosts.contains(request.host) {
            if let answer = service.answer(to: request) { return answer }
        }
        return .json("{}", status: 404)
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
