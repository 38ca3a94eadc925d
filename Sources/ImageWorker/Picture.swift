internal import CVips
internal import ForageCore
internal import ForageDownloads

/// A picture that is being worked on. Its pixels are made when they are needed.
struct Picture: ~Copyable {
    private let image: UnsafeMutablePointer<VipsImage>
    /// They are read from until the last pixel is made.
    private let bytes: PictureBytes

    private init(_ image: UnsafeMutablePointer<VipsImage>?, _ bytes: PictureBytes) throws(PictureError) {
        guard let image else { throw PictureError.last }
        self.image = image
        self.bytes = bytes
    }

    deinit { g_object_unref(image) }

    /// What a function of the library makes of it.
    private func made(
        by function: (UnsafeMutablePointer<VipsImage>) -> UnsafeMutablePointer<VipsImage>?
    ) throws(PictureError) -> Picture {
        try Picture(function(image), bytes)
    }

    /// The size as it is to be seen.
    var size: PictureSize {
        PictureSize(width: Int(image.pointee.Xsize), height: Int(image.pointee.Ysize))
    }
}

extension Picture {
    /// The size of a picture with pixels, or the one that a drawing states, from its head alone. Nothing of it is decoded.
    static func size(of bytes: PictureBytes) throws(PictureError) -> PictureSize {
        try opened(bytes).size
    }

    /// The whole picture, upright.
    init(_ bytes: PictureBytes) throws(PictureError) {
        self = try Self.opened(bytes).made { cvips_upright($0) }
    }

    /// The picture in a frame, upright and with the colours of screens. No more of it is decoded than is needed for that.
    init(_ bytes: PictureBytes, in frame: PictureFrame) throws(PictureError) {
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

    /// Whether its colours are those of inks, which few programs show.
    var isOfInks: Bool { vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK }

    /// The picture with the colours of screens, whatever its profile is.
    func inScreenColours() throws(PictureError) -> Picture {
        try made { cvips_to_srgb($0) }
    }

    /// The picture without a way to see through it.
    func onWhite() throws(PictureError) -> Picture { try made { cvips_on_white($0) } }

    /// Red, green, blue and opacity of every pixel, in a byte each.
    func pixels() throws(PictureError) -> [UInt8] {
        try inScreenColours().made { cvips_to_rgba($0) }.memory()
    }

    private func memory() throws(PictureError) -> [UInt8] {
        var count = 0
        guard let memory = vips_image_write_to_memory(image, &count) else { throw PictureError.last }
        defer { g_free(memory) }
        return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Writes the picture to an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - format: The format.
    ///   - keepingMetadata: Whether what stands beside the pixels stays: credits, dates, places, profiles.
    /// - Throws: ``PictureError``
    func write(
        to descriptor: Int32, as format: FileFormat, keepingMetadata: Bool
    ) throws(PictureError) {
        if keepingMetadata { return try save(to: descriptor, as: format, keepingMetadata) }
        try made { cvips_stripped($0) }.save(to: descriptor, as: format, keepingMetadata)
    }

    private func save(
        to descriptor: Int32, as format: FileFormat, _ keepsMetadata: Bool
    ) throws(PictureError) {
        let result = cvips_save(image, descriptor, format.suffix, format.quality, keepsMetadata ? 0 : 1)
        guard result == 0 else { throw PictureError.last }
    }

    private static func opened(_ bytes: PictureBytes) throws(PictureError) -> Picture {
        try PictureLibrary.prepare(for: bytes)
        let image =
            bytes.mayBeDrawing
            ? cvips_open_drawing(bytes.start, bytes.count, 1) : cvips_open(bytes.start, bytes.count)
        return try Picture(image, bytes)
    }

    private static func drawn(
        _ bytes: PictureBytes, in frame: PictureFrame
    ) throws(PictureError) -> Picture {
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

    /// Of 100; 0 where nothing is lost.
    fileprivate var quality: CInt { self == .png ? 0 : 85 }
}

/// What a picture is to be brought into, in pixels.
struct PictureFrame: Hashable, Sendable {
    let width: Int?
    let height: Int?
    let fit: ImageTransform.Fit

    init(width: Int? = nil, height: Int? = nil, fit: ImageTransform.Fit = .fit) {
        self.width = width
        self.height = height
        // With one side alone there is nothing to cut off or to distort.
        let isBoth = width != nil && height != nil
        self.fit = isBoth || fit == .limit ? fit : .fit
    }

    /// Whether nothing is said of a size.
    var isOpen: Bool { width == nil && height == nil }

    /// How many times its own size a drawing is drawn for it.
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

    /// The size that a picture has afterwards, but for roundings.
    func size(for size: PictureSize) -> PictureSize {
        guard fit == .fit || fit == .limit else {
            return PictureSize(width: width ?? size.width, height: height ?? size.height)
        }
        return size.scaled(by: scale(for: size))
    }
}

/// How many pixels there are in a row, and how many rows.
struct PictureSize: Hashable, Sendable, CustomStringConvertible {
    let width: Int
    let height: Int

    var description: String { "\(width) × \(height)" }

    /// How many pixels there are, as a number that cannot overflow.
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
