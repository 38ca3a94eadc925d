internal import CVips
internal import ForageCore
internal import ForageDownloads

/// A picture that is being processed. Its pixels are computed when they are needed.
struct Picture: ~Copyable {
    private let image: UnsafeMutablePointer<VipsImage>
    /// The source bytes, which are needed until the last pixel is computed.
    private let bytes: PictureBytes

    private init(_ image: UnsafeMutablePointer<VipsImage>?, _ bytes: PictureBytes) throws(ImageError) {
        guard let image else { throw ImageError.last }
        self.image = image
        self.bytes = bytes
    }

    deinit { g_object_unref(image) }

    /// Returns the result of a library function for this picture.
    private func made(
        by function: (UnsafeMutablePointer<VipsImage>) -> UnsafeMutablePointer<VipsImage>?
    ) throws(ImageError) -> Picture {
        try Picture(function(image), bytes)
    }

    /// The size as displayed.
    var size: PictureSize {
        PictureSize(width: Int(image.pointee.Xsize), height: Int(image.pointee.Ysize))
    }
}

extension Picture {
    /// The size of a raster picture, or the one that a drawing states, from the header alone, without decoding.
    static func size(of bytes: PictureBytes) throws(ImageError) -> PictureSize {
        try opened(bytes).size
    }

    /// The whole picture, upright.
    init(_ bytes: PictureBytes) throws(ImageError) {
        self = try Self.opened(bytes).made { cvips_upright($0) }
    }

    /// The picture fitted to a frame, upright and in sRGB. Only as much as needed is decoded.
    init(_ bytes: PictureBytes, in frame: PictureFrame) throws(ImageError) {
        if frame.isOpen {
            self = try Picture(bytes).inScreenColours()
        } else if bytes.mayBeDrawing {
            self = try Self.drawn(bytes, in: frame)
        } else {
            try PictureLibrary.prepare(for: bytes)
            let made = cvips_thumbnail(
                bytes.start, bytes.count, frame.columns, frame.rows, frame.vipsSize, frame.vipsCrop)
            try self.init(made, bytes)
        }
    }

    /// Indicates whether its colours are those of inks (CMYK), which few programs show.
    var isOfInks: Bool { vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK }

    /// Returns the picture in sRGB, whatever its profile is.
    func inScreenColours() throws(ImageError) -> Picture {
        try made { cvips_to_srgb($0) }
    }

    /// Returns the picture without transparency, on white.
    func onWhite() throws(ImageError) -> Picture { try made { cvips_on_white($0) } }

    /// Returns red, green, blue and opacity of every pixel of a picture that was fitted to a frame, in a byte each.
    func pixels() throws(ImageError) -> [UInt8] {
        // The picture is in sRGB already. To convert it by its profile again would take most of the time.
        try made { cvips_to_rgba($0) }.memory()
    }

    private func memory() throws(ImageError) -> [UInt8] {
        var count = 0
        guard let memory = vips_image_write_to_memory(image, &count) else { throw ImageError.last }
        defer { g_free(memory) }
        return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Writes the picture to an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - format: The format.
    ///   - keepingMetadata: True to preserve credits, dates, places and profiles.
    /// - Throws: ``ImageError``
    func write(
        to descriptor: Int32, as format: FileFormat, keepingMetadata: Bool
    ) throws(ImageError) {
        if keepingMetadata { return try save(to: descriptor, as: format, keepingMetadata) }
        try made { cvips_stripped($0) }.save(to: descriptor, as: format, keepingMetadata)
    }

    private func save(
        to descriptor: Int32, as format: FileFormat, _ keepsMetadata: Bool
    ) throws(ImageError) {
        let result = cvips_save(image, descriptor, format.suffix, format.quality, keepsMetadata ? 0 : 1)
        guard result == 0 else { throw ImageError.last }
    }

    private static func opened(_ bytes: PictureBytes) throws(ImageError) -> Picture {
        try PictureLibrary.prepare(for: bytes)
        let image =
            bytes.mayBeDrawing
            ? cvips_open_drawing(bytes.start, bytes.count, 1) : cvips_open(bytes.start, bytes.count)
        return try Picture(image, bytes)
    }

    private static func drawn(
        _ bytes: PictureBytes, in frame: PictureFrame
    ) throws(ImageError) -> Picture {
        let scale = frame.scale(for: try size(of: bytes))
        let drawing = try Picture(cvips_open_drawing(bytes.start, bytes.count, scale), bytes)
        guard frame.fit == .fill || frame.fit == .scale else { return drawing }
        return try drawing.made {
            cvips_resize($0, frame.columns, frame.rows, frame.vipsSize, frame.vipsCrop)
        }
    }
}

extension FileFormat {
    fileprivate var suffix: String { ".\(rawValue)" }

    /// The quality out of 100; 0 for a lossless format.
    fileprivate var quality: CInt { self == .png ? 0 : 85 }
}

/// The frame to fit a picture to, in pixels.
struct PictureFrame: Hashable, Sendable {
    let width: Int?
    let height: Int?
    let fit: ImageTransform.Fit

    init(width: Int? = nil, height: Int? = nil, fit: ImageTransform.Fit = .fit) {
        self.width = width
        self.height = height
        // With only one side there is nothing to crop or to distort.
        let isBoth = width != nil && height != nil
        self.fit = isBoth || fit == .limit ? fit : .fit
    }

    /// Indicates whether no side is set.
    var isOpen: Bool { width == nil && height == nil }

    /// The scale at which a drawing is rendered for it.
    func scale(for size: PictureSize) -> Double {
        let wide = width.map { Double($0) / Double(size.width) }
        let high = height.map { Double($0) / Double(size.height) }
        let sides = [wide, high].compactMap(\.self)
        switch fit {
        case .limit: return min(1, sides.min() ?? 1)
        case .fit: return sides.min() ?? 1
        case .fill, .scale: return sides.max() ?? 1
        }
    }

    /// The size of the resulting picture, except for rounding.
    func size(for size: PictureSize) -> PictureSize {
        guard fit == .fit || fit == .limit else {
            return PictureSize(width: width ?? size.width, height: height ?? size.height)
        }
        return size.scaled(by: scale(for: size))
    }
}

/// The number of pixels in a row, and the number of rows.
struct PictureSize: Hashable, Sendable, CustomStringConvertible {
    let width: Int
    let height: Int

    var description: String { "\(width) × \(height)" }

    /// The number of pixels, as a number that cannot overflow.
    var pixelCount: Double { Double(width) * Double(height) }

    func scaled(by factor: Double) -> PictureSize {
        func side(_ length: Int) -> Int { Int(min(max(1, (Double(length) * factor).rounded()), 1e9)) }
        return PictureSize(width: side(width), height: side(height))
    }
}

extension PictureFrame {
    fileprivate var columns: CInt { width.map(CInt.init(clamping:)) ?? VIPS_MAX_COORD }
    fileprivate var rows: CInt { height.map(CInt.init(clamping:)) ?? VIPS_MAX_COORD }

    fileprivate var vipsSize: VipsSize {
        switch fit {
        case .limit: VIPS_SIZE_DOWN
        case .fit, .fill: VIPS_SIZE_BOTH
        case .scale: VIPS_SIZE_FORCE
        }
    }

    fileprivate var vipsCrop: VipsInteresting {
        fit == .fill ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE
    }
}
