internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageSearch
internal import HTTPServer
internal import Platform
internal import Synchronization

/// Serves pictures of results to clients with a token: fetches them, checks their bytes, and stores them for some time.
struct PictureHandler: Sendable {
    let seal: AddressSeal
    private let forage: Forage
    private let workshop: PictureWorkshop?
    private let metrics: Metrics
    private let warn: @Sendable (String) -> Void
    private let shown = SharedContent<Order>(upTo: 64 << 20)
    private let remembered = Remembered()

    private struct Order: ContentKey {
        /// The token, which is unique to the address and faster to look up.
        let token: String
        let width: Int?
        /// True if a converted picture may be WebP.
        let isWebP: Bool

        var byteCount: Int { token.utf8.count }
    }

    private static let greatestByteCount = 24 << 20
    private static let greatestPixelCount = ImageLimits().pixelCount
    private static let patience: Duration = .seconds(20)
    /// The time for which a picture is served without asking its server again.
    private static let time: TimeInterval = 600

    init(
        _ forage: Forage, _ seal: AddressSeal, workshop: PictureWorkshop?, _ metrics: Metrics,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.seal = seal
        self.forage = forage
        self.workshop = workshop
        self.metrics = metrics
        self.warn = warn
    }

    func answer(
        _ headers: HTTPFields, _ token: String, wide width: Int?
    ) throws(HTTPProblem) -> RouterAnswer {
        let order = Order(
            token: token, width: workshop == nil ? nil : width, isWebP: Self.takesWebP(headers))
        if let picture = shown.kept(for: order) { return .ready(try response(to: headers, with: picture)) }
        guard let url = seal.address(in: token) else {
            throw HTTPProblem(
                404, "This is not the address of a picture, or it is from another gallery: search again.")
        }
        return .later { () throws(HTTPProblem) in
            let picture = try await shown.content(for: order) { () throws(HTTPProblem) in
                try await make(order, of: url)
            }
            return try response(to: headers, with: picture)
        }
    }

    /// Indicates whether WebP is accepted; this includes clients without an `Accept` header.
    private static func takesWebP(_ headers: HTTPFields) -> Bool {
        let accepted = headers.values(of: "Accept")
        return accepted.isEmpty
            || ["image/webp", "image/*", "*/*"].contains { HTTPSyntax.names($0, in: accepted) }
    }

    private func response(
        to headers: HTTPFields, with picture: Content
    ) throws(HTTPProblem) -> HTTPServerResponse {
        // The picture at an address hardly ever changes while its token is valid.
        var response = picture.response(to: headers, keeping: "private, max-age=86400, immutable")
        response.headers["Vary"] = "Accept"
        guard response.status != 416 else {
            throw HTTPProblem(noPart: response, "The picture has no such part.")
        }
        return response
    }

    /// Makes a picture. A failure is counted and reported as a warning.
    private func make(_ order: Order, of url: WebURL) async throws(HTTPProblem) -> SharedContent<Order>.Made {
        do throws(HTTPProblem) {
            let content = try await made(order, of: try await fetched(url))
            remember(content, order.token)
            return .init(content: content, time: Self.time)
        } catch {
            metrics.noteRefusedPicture(error)
            if error.status != 503 { warn("A picture at \(url.host) was refused: \(error.detail)") }
            throw error
        }
    }

    /// Stores the appearance of a picture with its item, once for each item, without delaying its answer.
    private func remember(_ content: Content, _ token: String) {
        guard let pool = workshop?.pool, let item = seal.item(in: token),
            remembered.add(item)
        else { return }
        Task(name: "remembering a picture", priority: .utility) {
            await forage.remember(content.bytes, of: item, by: pool)
        }
    }

    private func fetched(_ url: WebURL) async throws(HTTPProblem) -> [UInt8] {
        let response: Response
        do throws(FetchError) {
            response = try await forage.picture(
                at: url, upTo: Self.greatestByteCount, by: .now + Self.patience)
        } catch {
            throw HTTPProblem(error)
        }
        switch (response.status, response.completeness) {
        case (200, .whole): return response.body
        case (200, .overLimit):
            throw HTTPProblem(502, "The picture is larger than \(Self.greatestByteCount >> 20) MiB.")
        case (200, .cutOff): throw HTTPProblem(502, "\(url.host) sent only a part of the picture.")
        case (404, _), (410, _): throw HTTPProblem(404, "\(url.host) no longer has the picture.")
        default: throw HTTPProblem(502, "\(url.host) answered with status \(response.status).")
        }
    }

    /// The picture to serve for a file. A drawing is always converted, because it may contain scripts.
    private func made(_ order: Order, of bytes: [UInt8]) async throws(HTTPProblem) -> Content {
        guard let type = FileType(ofFile: bytes) else {
            throw HTTPProblem(415, "The file is not a picture of a known kind.")
        }
        if case .size(let size) = PictureStart.read(bytes, isWhole: true), !type.isDrawing,
            size.width * size.height > Self.greatestPixelCount
        {
            throw HTTPProblem(
                415, "The picture has \(size.width) by \(size.height) pixels, which is too large to show.")
        }
        guard type.isDrawing || order.width != nil else { return Content(bytes, type: type.mediaType) }
        guard let workshop else {
            throw HTTPProblem(
                415,
                "Drawings can be shown only if forage-image is installed in the same folder as forage-gallery."
            )
        }
        do throws(ImageError) {
            // A drawing has sharp edges, which other formats would blur.
            return try await workshop.make(
                bytes, isDrawing: type.isDrawing, wide: order.width ?? Self.widthOfDrawings,
                as: type.isDrawing ? .png : order.isWebP ? .webp : .jpg)
        } catch .cancelled {
            throw .nobodyWaits
        } catch {
            throw HTTPProblem(415, "It is \(error).")
        }
    }

    private static let widthOfDrawings = 1280
}

/// The items whose pictures were looked at.
private final class Remembered: Sendable {
    private let items = Mutex<Set<ItemID>>([])

    private static let greatestCount = 50_000

    /// Returns true if an item was not among them.
    func add(_ item: ItemID) -> Bool {
        items.withLock { items in
            if items.count >= Self.greatestCount { items = [] }
            return items.insert(item).inserted
        }
    }
}

/// A maker of smaller pictures and of raster versions of drawings, with `forage-image`.
struct PictureWorkshop: Sendable {
    let pool: ImagePool

    init(_ pool: ImagePool) { self.pool = pool }

    /// The allowed widths. There are only a few, so that stored pictures are reused.
    static let widths = [160, 320, 480, 640, 960, 1280, 1920, 2560]

    /// Makes a picture of at most the given width, or of exactly that width from a drawing.
    func make(
        _ bytes: [UInt8], isDrawing: Bool, wide width: Int, as format: ImageTransform.Format
    ) async throws(ImageError) -> Content {
        let folder: OwnFolder
        do throws(FileError) { folder = try TransientFolder.make() } catch {
            throw .unusable("has no folder to work in: \(error.clause)")
        }
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path + "/picture"
        let transform = ImageTransform(width: width, fit: isDrawing ? .fit : .limit, format: format)
        let made = try await pool.make(.bytes(bytes), .init(transform, to: path))
        guard let file = try? LocalFile(path, upTo: Self.greatestByteCount), file.isWhole else {
            throw .refused("its output cannot be read")
        }
        return Content(
            file.bytes, type: made.format == .jpg ? "image/jpeg" : "image/\(made.format.rawValue)")
    }

    private static let greatestByteCount = 64 << 20
}
