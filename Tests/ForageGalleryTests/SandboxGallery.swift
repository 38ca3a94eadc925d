import Forage
import ForageCore
import ForageSandbox
import JSON
import LoopbackClient
import Platform
import Testing

@testable import ForageGallery

/// A gallery for a single test, and the sandbox that simulates the services.
struct SandboxGallery {
    let gallery: Gallery
    private let sandbox: Sandbox

    init(_ faults: String..., settings: (any ProviderSettings)? = nil) throws {
        sandbox = try Sandbox(SandboxOptions(arguments: faults.flatMap { ["--fault", $0] }))
        let address = try #require(WebURL(sandbox.origin))
        let configuration = try Configuration(
            registrations: Forage.builtIn,
            environment: ["FORAGE_MEASURE": "false", "FORAGE_PROVIDERS_COCOACASTS_ENABLED": "true"])
        gallery = try Gallery(Forage(configuration, sendingEverythingTo: address)) { serving in
            serving.settings = settings
            serving.isPlayed = true
            serving.imageProgram = BuiltProgram.image
        }
    }

    func get(
        _ target: String, method: String = "GET", headers: [String] = []
    ) async throws -> LoopbackReply { try await gallery.get(target, method: method, headers: headers) }

    func json(_ target: String) async throws -> JSONValue { try await get(target).json }

    /// The paths of the requests to the services.
    var requests: [String] {
        get async throws {
            let log = try await LoopbackConnection.request("/sandbox/requests", port: sandbox.port)
            return try #require(log).json.elements.compactMap { $0["path"].string }
        }
    }

    /// Every item of a search, in order.
    func items(_ target: String) async throws -> [JSONValue] {
        Array(try await json(target)["items"].elements)
    }
}

extension Gallery {
    func get(
        _ target: String, method: String = "GET", headers: [String] = []
    ) async throws -> LoopbackReply {
        try #require(
            try await LoopbackConnection.request(target, port: port, method: method, headers: headers))
    }
}

extension LoopbackReply {
    var json: JSONValue { get throws { try JSONDocument(body, mode: .strict).root } }

    /// The decompressed body, as far as it has arrived.
    var unpacked: [UInt8] {
        get throws {
            let body = body
            var inflater = Inflater()
            var (place, unpacked) = (0, [UInt8]())
            while let piece = try inflater.nextPiece(of: body.span.bytes, from: &place) { unpacked += piece }
            return unpacked
        }
    }
}

enum BuiltProgram {
    /// Next to the test bundle.
    static let image: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
        let steps = bundle.split(separator: "/", omittingEmptySubsequences: false)
        return steps.prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/") + "/forage-image"
    }()
}
