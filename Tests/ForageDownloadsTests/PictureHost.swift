import ForageConformance
import ForageCore
import ForageSandbox
import ForageTransport
import JSON
import LoopbackClient
import Platform
import TestDoubles
import TestPlaces
import Testing

@testable import ForageDownloads

/// A host of pictures on this machine, and a folder for downloads.
struct PictureHost {
    let sandbox: Sandbox
    let folder: TemporaryFolder
    let board = TransferProgress()

    /// - Parameter fault: A fault of a host, as `HOST:FAULT`.
    /// - Throws: An error if the sandbox or the folder cannot be created.
    init(fault: String? = nil) throws {
        var options = SandboxOptions()
        if let fault { try options.add(hostFaults: fault) }
        sandbox = try Sandbox(options)
        folder = try TemporaryFolder()
    }

    /// An item with one picture, which is served with the given fault.
    func item(_ local: String = "owl", fault: String? = nil, provider: ProviderID = "unsplash") throws -> Item
    {
        let query = fault.map { "?sandbox-fault=\($0)" } ?? ""
        let url = try #require(WebURL("https://upload.wikimedia.org/\(local).png\(query)"))
        return try .sample(local, provider: provider, renditions: [Rendition(.full, at: url)])
    }

    /// The original bytes of its picture.
    func picture(_ local: String = "owl") async throws -> (bytes: [UInt8], tag: String) {
        let reply = try await LoopbackConnection.request(
            "/upload.wikimedia.org/\(local).png", port: sandbox.port)
        return (try #require(reply?.body), try #require(reply?["etag"]))
    }

    /// The `Range` fields of the requests for pictures, in order; nil for a request of the whole.
    func ranges() async throws -> [String?] {
        let reply = try #require(
            try await LoopbackConnection.request("/sandbox/requests", port: sandbox.port))
        return try JSONDocument(reply.body, mode: .strict).root.elements.map { $0["headers"]["range"].string }
    }

    func downloader(
        upTo limit: Int = Downloader.usualLimit, finishing steps: [any FinishingStep] = []
    ) throws -> Downloader {
        let server = try #require(WebURL(sandbox.origin))
        let network = NetworkFetcher(
            engine: CurlEngine(), origins: OriginMap(sendingEverythingTo: server),
            userAgent: UserAgent(version: "1.0", contact: "https://forage.example/"), reach: .openInternet)
        return Downloader(RequestPipeline(network, files: network), upTo: limit, finishing: steps)
    }

    func getter(
        naming template: String = "{id}", in subfolder: String = "", authorizer: DownloadAuthorizer? = nil,
        upTo limit: Int = Downloader.usualLimit, isTrial: Bool = false, archive: (any FileArchive)? = nil,
        patience: Duration = .zero
    ) throws -> FileGetter {
        let target = try DownloadFolder(folder.path + subfolder, naming: FileNameTemplate(template))
        return FileGetter(
            try downloader(upTo: limit), authorizer: authorizer ?? .generous, into: target, selection: .usual,
            isTrial: isTrial, board: board, archive: archive, patience: patience)
    }

    /// Leaves the files of an interrupted run.
    func leavePart(of item: Item, _ bytes: some Sequence<UInt8>, tag: String, byteCount: Int) throws {
        let url = try #require(item.file(.usual))
        let validator = try #require(StrongValidator(["ETag": tag]))
        let record = PartRecord(
            key: FileKey(item, .usual), url: url, validator: validator, byteCount: byteCount)
        try folder.write(bytes, to: "\(item.id.local).part")
        try folder.write(record.json, to: "\(item.id.local).part.json")
    }

    func bytes(_ name: String) -> [UInt8]? { try? LocalFile("\(folder.path)/\(name)", upTo: 1 << 26).bytes }
    var names: [String] { LocalFolder.names(in: folder.path) }
}

extension DownloadAuthorizer {
    /// An authorizer whose services need no notice.
    static var generous: DownloadAuthorizer { DownloadAuthorizer([StubSource.answering(.empty)]) }
}

extension FileGetter.Ending {
    /// The path of the saved file, if it was saved.
    var savedPath: String? { if case .saved(let file) = self { file.path } else { nil } }
}
