package import ForageCore
internal import Sharing
internal import Synchronization

/// Looks at small pictures on the web, which `forage-image` decodes.
///
/// No key is ever sent; where may be asked is for the fetcher to know. A picture that is large, no picture or a bomb is
/// not looked at, and nobody is told: then nothing is known of how it looks, as before.
package final class ThumbnailOnlooker: Onlooker {
    private let fetcher: any Fetcher
    private let program: String
    private let pool: ImagePool
    private let clock = AlarmClock()
    private let kept: (any LookStore)?
    private let warn: @Sendable (String) -> Void
    private let hasWarned = Mutex(false)

    /// The most bytes of a picture.
    package static let greatestByteCount = 256 << 10

    /// - Parameters:
    ///   - fetcher: What brings the pictures.
    ///   - program: The path of `forage-image`.
    ///   - environment: What the program finds in its environment beside what it needs.
    ///   - kept: Where is kept how stored pictures look.
    ///   - warn: Is told, once, why no picture can be looked at.
    package init(
        _ fetcher: any Fetcher, program: String, environment: [String: String] = [:],
        keepingIn kept: (any LookStore)?, warn: @escaping @Sendable (String) -> Void
    ) {
        self.fetcher = fetcher
        self.program = program
        pool = ImagePool(program: program, limits: Self.limits, environment: environment)
        self.kept = kept
        self.warn = warn
    }

    package func looks(
        of urls: [WebURL], by deadline: ContinuousClock.Instant
    ) async -> [WebURL: PictureLook] {
        guard ImagePool.isThere(program) else {
            say("forage-image is not at \(program), where `make install` puts it")
            return [:]
        }
        return await withTaskGroup(of: Sight.self) { group in
            group.addTask {
                await self.clock.sleep(until: deadline)
                return .timeIsUp
            }
            for url in urls { group.addTask { .seen(url, await self.look(at: url, by: deadline)) } }
            var looks: [WebURL: PictureLook] = [:]
            for _ in urls {
                guard case .seen(let url, let look)? = await group.next() else { break }
                looks[url] = look
            }
            group.cancelAll()
            return looks
        }
    }

    private enum Sight: Sendable {
        case seen(WebURL, PictureLook?)
        case timeIsUp
    }

    private func look(at url: WebURL, by deadline: ContinuousClock.Instant) async -> PictureLook? {
        var endpoint = Endpoint.get(url).header("Accept", "image/*")
        endpoint.limit = .whole(Self.greatestByteCount)
        guard let fetched = try? await fetcher.fetch(endpoint, for: .pictures, by: deadline) else {
            return nil
        }
        if let look = fetched.stored.flatMap({ kept?.look(of: $0) }) { return look }
        let response = fetched.response
        guard response.status == 200, response.completeness == .whole,
            let look = await look(at: response.body)
        else { return nil }
        if let stored = fetched.stored { await kept?.keep(look, of: stored) }
        return look
    }

    private func look(at bytes: [UInt8]) async -> PictureLook? {
        do throws(ImageFault) {
            return try await pool.look(at: .bytes(bytes))
        } catch {
            switch error {
            case .refused, .noRoom, .cancelled: break
            case .unusable, .lacking: say(error.description)
            }
            return nil
        }
    }

    private func say(_ trouble: String) {
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst { warn("Thumbnails are not compared: \(trouble).") }
    }

    /// Small pictures need little.
    private static let limits = ImageLimits(
        pixelCount: 4_000_000, memory: 512 << 20, processorTime: 2, patience: .seconds(3))
}
