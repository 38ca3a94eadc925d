package import ForageCore
internal import Platform
internal import Synchronization

/// Measures pictures on the web by their first bytes.
///
/// It requests the first 16 KiB as a range and, if that does not suffice, one mebibyte, once. It never sends a key; the
/// fetcher decides which addresses may be requested.
package struct PictureMeasurer: Measurer {
    private let fetcher: any Fetcher
    private let unreachableHosts = UnreachableHosts()

    package init(fetcher: any Fetcher) { self.fetcher = fetcher }

    package func size(
        of url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize {
        var isCutOff = false
        for byteCount in Self.byteCounts {
            let (bytes, isWhole, brokeOff) = try await start(of: url, byteCount, by: deadline)
            isCutOff = brokeOff
            switch PictureStart.read(bytes, isWhole: isWhole) {
            case .size(let size): return size
            case .unmeasurable(let reason): throw MeasuringError("\(url.host): \(reason)")
            case .needsMore: continue
            }
        }
        throw MeasuringError(
            isCutOff
                ? Self.brokenOff(url)
                : "\(url.host): the first 1 MiB of the picture does not contain its size")
    }

    /// Measures an SVG on the web.
    package func svgSize(
        at url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> SVGSize {
        var isCutOff = false
        for byteCount in Self.byteCounts {
            let (bytes, isWhole, brokeOff) = try await start(of: url, byteCount, by: deadline)
            isCutOff = brokeOff
            do throws(SVGError) {
                var reader = SVGReader()
                if let size = try reader.read(bytes.span.bytes) { return size }
                if isWhole { return try reader.finish() }
            } catch {
                throw MeasuringError(error.description)
            }
        }
        throw MeasuringError(isCutOff ? Self.brokenOff(url) : SVGError.limitExceeded(.bytes).description)
    }

    private static func brokenOff(_ url: WebURL) -> String {
        "\(url.host) closed the connection before the size was received"
    }

    private func start(
        of url: WebURL, _ byteCount: Int, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> (bytes: [UInt8], isWhole: Bool, isCutOff: Bool) {
        if let reason = unreachableHosts.reason(for: url.origin) { throw reason }
        var response: Response
        do throws(FetchError) {
            var endpoint = Endpoint.get(url).header("Accept", "image/*").prefix(byteCount)
            response = try await fetcher.fetch(endpoint, for: .pictures, by: deadline).response
            if response.status == Self.rangeRefused {
                endpoint.limit = .whole(byteCount)
                response = try await fetcher.fetch(endpoint, for: .pictures, by: deadline).response
            }
        } catch {
            let reason = MeasuringError(error.description)
            if case .unreachable(_, isUnsent: true) = error { unreachableHosts.note(reason, for: url.origin) }
            throw reason
        }
        guard response.status == 200 || response.status == 206 else {
            throw MeasuringError("\(url.host) answered with status \(response.status)")
        }
        return (
            response.body, response.body.count < byteCount && response.completeness == .whole,
            response.completeness == .cutOff
        )
    }

    /// The status of a server that refuses a range and may still send the whole file.
    private static let rangeRefused = 416
    private static let byteCounts = [16 * 1024, PictureStart.greatestByteCount]
}

/// The hosts that recently could not be reached, so that the many pictures of one host are not all tried.
private final class UnreachableHosts: Sendable {
    private let reasons = Mutex<[Origin: (reason: MeasuringError, end: ContinuousClock.Instant)]>([:])
    private static let span = Duration.seconds(5)
    private static let greatestCount = 256

    func reason(for origin: Origin) -> MeasuringError? {
        reasons.withLock { reasons in
            guard let entry = reasons[origin] else { return nil }
            if .now < entry.end { return entry.reason }
            reasons[origin] = nil
            return nil
        }
    }

    func note(_ reason: MeasuringError, for origin: Origin) {
        reasons.withLock { reasons in
            if reasons.count >= Self.greatestCount { reasons.removeAll() }
            reasons[origin] = (reason, .now + Self.span)
        }
    }
}
