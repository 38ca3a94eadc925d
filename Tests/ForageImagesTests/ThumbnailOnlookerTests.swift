import Essentials
import ForageCore
import Synchronization
import TestPlaces
import Testing

@testable import ForageImages

@Suite("Thumbnails that are looked at")
struct ThumbnailOnlookerTests {
    private let shop: Workshop
    private let web = Web()

    init() throws { shop = try Workshop() }

    /// Answers as the test says, by the path.
    private final class Web: Fetcher {
        private let answers = Mutex([String: @Sendable () async throws(FetchFailure) -> Fetched]())
        private let state = Mutex([Endpoint]())

        var asked: [Endpoint] { state.withLock { $0 } }

        func set(_ path: String, _ answer: @escaping @Sendable () async throws(FetchFailure) -> Fetched) {
            answers.withLock { $0[path] = answer }
        }

        func set(_ path: String, _ response: Response, stored: StoredResponse? = nil) {
            set(path) { () throws(FetchFailure) in Fetched(response, origin: .network, stored: stored) }
        }

        func fetch(
            _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
        ) async throws(FetchFailure) -> Fetched {
            state.withLock { $0.append(endpoint) }
            let path = endpoint.openAddress?.pathAndQuery ?? ""
            guard let answer = answers.withLock({ $0[path] }) else { throw .unreachable("nobody is there") }
            return try await answer()
        }
    }

    private final class Notes: LookStore {
        private let state = Mutex([CacheKey: PictureLook]())

        func look(of stored: StoredResponse) -> PictureLook? { state.withLock { $0[stored.key] } }
        func keep(_ look: PictureLook, of stored: StoredResponse) async {
            state.withLock { $0[stored.key] = look }
        }
    }

    private final class Warnings: Sendable {
        private let state = Mutex([String]())

        var all: [String] { state.withLock { $0 } }
        func note(_ warning: String) { state.withLock { $0.append(warning) } }
    }

    private func onlooker(
        program: String = Workshop.program, notes: Notes? = nil, warnings: Warnings = Warnings()
    ) -> ThumbnailOnlooker {
        ThumbnailOnlooker(
            web, program: program, environment: Workshop.environment, keepingIn: notes, warn: warnings.note)
    }

    private func looks(
        of paths: [String], by onlooker: ThumbnailOnlooker, within time: Duration = .seconds(60)
    ) async -> [String: PictureLook] {
        let urls = paths.compactMap { WebURL("https://pictures.example\($0)") }
        let looks = await onlooker.looks(of: urls, by: .now + time)
        return Dictionary(uniqueKeysWithValues: looks.map { ($0.key.pathAndQuery, $0.value) })
    }

    private func photo(width: Int = 40) async throws -> [UInt8] {
        try shop.draw("photo.svg")
        try await shop.make("\(width).png", of: "photo.svg", ImageTransform(width: width, format: .png))
        return try shop.bytes("\(width).png")
    }

    private func answer(
        _ body: [UInt8], status: Int = 200, _ completeness: Response.Completeness = .whole
    ) -> Response {
        var response = Response(status: status, headers: ["Content-Type": "image/png"], body: body)
        response.completeness = completeness
        return response
    }

    @Test("are known by how they look; those that are no picture, cut, large, refused or not there are not")
    func mixed() async throws {
        let photo = try await photo()
        web.set("/good", answer(photo))
        web.set("/better", answer(try await self.photo(width: 20)))
        web.set("/page", answer(Array("<html>Please log in</html>".utf8)))
        web.set("/drawing", answer(try shop.bytes("photo.svg")))
        web.set("/cut", answer(Array(photo.dropLast(30)), .cutOff))
        web.set("/endless", answer(photo, .overLimit))
        web.set("/gone", answer(photo, status: 404))
        web.set("/empty", answer([]))
        web.set("/bomb", answer(Self.bomb))
        let paths = [
            "/good", "/page", "/drawing", "/cut", "/endless", "/gone", "/empty", "/bomb", "/nowhere",
            "/better",
        ]
        let warnings = Warnings()
        let looks = await looks(of: paths, by: onlooker(warnings: warnings))
        #expect(Set(looks.keys) == ["/good", "/better"])
        #expect(looks["/good"]?.size == PixelSize(width: 40, height: 20))
        #expect(warnings.all.isEmpty)
        #expect(web.asked.count == paths.count)
        #expect(web.asked.allSatisfy { $0.limit == .whole(ThumbnailOnlooker.greatestByteCount) })
    }

    /// The head of a PNG of four thousand million pixels; what makes it one is not even read.
    private static let bomb: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 8, 2, 0, 0, 0, 0xB8, 0x9E, 0x1C, 0x3C]

    @Test("that come too late are not waited for, and the others are there")
    func late() async throws {
        web.set("/late") { () throws(FetchFailure) in
            try? await Task.sleep(for: .seconds(600))
            throw .cancelled
        }
        #expect(await looks(of: ["/late"], by: onlooker(), within: .milliseconds(50)).isEmpty)
    }

    @Test("that are stored are looked at once")
    func kept() async throws {
        let stored = StoredResponse(
            key: CacheKey(stored: "https://pictures.example/a"), provider: "pictures", status: 200,
            headers: [:], requested: Date(), received: Date(), byteCount: 3)
        let notes = Notes()
        web.set("/a", answer(try await photo()), stored: stored)
        let first = await looks(of: ["/a"], by: onlooker(notes: notes))
        #expect(first.count == 1)
        web.set("/a", answer([]), stored: stored)
        #expect(await looks(of: ["/a"], by: onlooker(notes: notes)) == first)
    }

    @Test("are not even asked for where the program is missing; a person is told once how to get it")
    func missing() async {
        let warnings = Warnings()
        let onlooker = onlooker(program: "/nowhere/forage-image", warnings: warnings)
        for _ in 0..<2 { #expect(await looks(of: ["/a"], by: onlooker).isEmpty) }
        #expect(
            warnings.all == [
                "Thumbnails are not compared: forage-image is not at /nowhere/forage-image, where `make install` puts it."
            ])
        #expect(web.asked.isEmpty)
    }

    @Test("are none where the program cannot work; a person is told once why")
    func unusable() async throws {
        try shop.folder.write("no program", to: "forage-image")
        let path = shop.path("forage-image")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        web.set("/a", answer(try await photo()))
        let warnings = Warnings()
        let onlooker = onlooker(program: path, warnings: warnings)
        for _ in 0..<2 { #expect(await looks(of: ["/a"], by: onlooker).isEmpty) }
        #expect(warnings.all.count == 1)
        #expect(warnings.all[0].hasPrefix("Thumbnails are not compared: forage-image is of no use"))
    }
}
