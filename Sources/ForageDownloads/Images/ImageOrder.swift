package import ForageCore
internal import JSON
internal import Platform

/// An order for the program `forage-image`, and its representation as a line.
package struct ImageOrder: Hashable, Sendable {
    package let source: Source
    package let work: Work

    /// The source of a picture.
    package enum Source: Hashable, Sendable {
        /// In the file with this path.
        case file(String)
        case bytes([UInt8])
    }

    package enum Work: Hashable, Sendable {
        /// Makes another picture from it.
        case make(Making)
        /// Draws it in a terminal.
        case draw(ImageDrawing)
        /// Determines its appearance.
        case see
    }

    /// The picture to make, and its destination.
    package struct Making: Hashable, Sendable {
        package let transform: ImageTransform
        /// A path at which there is no file.
        package let destination: String
        /// True if credits, dates and profiles inside the picture are preserved; otherwise its colours become those of
        /// screens.
        package let keepsMetadata: Bool

        package init(_ transform: ImageTransform, to destination: String, keepingMetadata: Bool = false) {
            self.transform = transform
            self.destination = destination
            keepsMetadata = keepingMetadata
        }
    }

    package init(_ source: Source, _ work: Work) {
        self.source = source
        self.work = work
    }

    /// The version of the protocol. A program of another version does not understand the lines.
    static let protocolVersion = 1
}

extension ImageOrder {
    /// The line of the order, without its end.
    package var line: [UInt8] {
        JSONWriter.objectBytes { writer in
            writer.member("version", Self.protocolVersion)
            switch source {
            case .file(let path): writer.member("from", path)
            case .bytes(let bytes): writer.member("base64", Data(bytes).base64EncodedString())
            }
            switch work {
            case .make(let making): making.write(to: &writer)
            case .draw(let drawing): drawing.write(to: &writer)
            case .see: writer.member("see", true)
            }
        }
    }

    /// Reads a line; nil if it is not a known order.
    package init?(line: [UInt8]) {
        guard let root = try? JSONDocument(line, mode: .strict).root,
            root["version"].int == Self.protocolVersion, let source = Source(root),
            let work = Making(root).map(Work.make) ?? ImageDrawing(root).map(Work.draw)
                ?? (root["see"].bool == true ? .see : nil)
        else { return nil }
        self.init(source, work)
    }
}

/// The settings to draw a picture in a terminal, and the available size.
package struct ImageDrawing: Hashable, Sendable {
    /// The ways in which terminals show pictures.
    package enum Manner: String, Hashable, Sendable, CaseIterable {
        case kitty, iterm2, sixel
        /// Two pixels in each character cell, one above the other.
        case blocks
    }

    /// The colours of text in a terminal: all, 256 or 16.
    package enum Colours: String, Hashable, Sendable, CaseIterable {
        case all, some, few
    }

    package var manner: Manner
    package var colours: Colours
    /// The greatest width in columns.
    package var columns: Int
    /// The greatest height in lines.
    package var rows: Int
    /// The width of a character cell in pixels.
    package var cellWidth: Int
    /// The height of a character cell in pixels.
    package var cellHeight: Int

    package init(
        _ manner: Manner, colours: Colours = .all, columns: Int, rows: Int, cellWidth: Int = 8,
        cellHeight: Int = 16
    ) {
        self.manner = manner
        self.colours = colours
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }
}

/// The limits for one picture. The program that decodes untrusted pictures and the system both enforce them.
package struct ImageLimits: Hashable, Sendable {
    /// The greatest number of pixels of a picture, before or after.
    package var pixelCount: Int
    /// The greatest number of bytes of memory.
    package var memory: Int
    /// The greatest number of seconds of processor time for one picture.
    package var processorTime: Int
    /// The greatest total time for a picture.
    package var patience: Duration
    /// The greatest number of bytes of an answer; a drawing for a terminal may be long.
    package var answerByteCount: Int

    package init(
        pixelCount: Int = 100_000_000, memory: Int = 1536 << 20, processorTime: Int = 20,
        patience: Duration = .seconds(40), answerByteCount: Int = 32 << 20
    ) {
        self.pixelCount = pixelCount
        self.memory = memory
        self.processorTime = processorTime
        self.patience = patience
        self.answerByteCount = answerByteCount
    }

    /// The arguments that the program starts with.
    package var arguments: [String] { [pixelCount, memory, processorTime].map(String.init) }

    /// Reads the arguments; nil if they are invalid.
    package init?(arguments: some Collection<String>) {
        let numbers = arguments.compactMap { Int($0) }.filter { $0 > 0 }
        guard arguments.count == 3, numbers.count == 3 else { return nil }
        self.init(pixelCount: numbers[0], memory: numbers[1], processorTime: numbers[2])
    }
}

extension ImageOrder.Source {
    fileprivate init?(_ json: JSONValue) {
        if let path = json["from"].string {
            self = .file(path)
        } else if let bytes = json["base64"].string.flatMap({ Data(base64Encoded: $0) }) {
            self = .bytes(Array(bytes))
        } else {
            return nil
        }
    }
}

extension ImageOrder.Making {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("to", destination)
        writer.member("metadata", keepsMetadata)
        if let width = transform.width { writer.member("width", width) }
        if let height = transform.height { writer.member("height", height) }
        if let fit = transform.fit { writer.member("fit", fit.rawValue) }
        if let format = transform.format { writer.member("format", format.rawValue) }
        // The ratio is in hundredths, which is its precision.
        if let ratio = transform.pixelRatio { writer.member("ratio", Int((ratio * 100).rounded())) }
    }

    fileprivate init?(_ json: JSONValue) {
        guard let destination = json["to"].string, let keepsMetadata = json["metadata"].bool else {
            return nil
        }
        let transform = ImageTransform(
            width: json["width"].int, height: json["height"].int,
            fit: json["fit"].string.flatMap(ImageTransform.Fit.init),
            format: json["format"].string.flatMap(ImageTransform.Format.init),
            pixelRatio: json["ratio"].int.map { Double($0) / 100 })
        self.init(transform, to: destination, keepingMetadata: keepsMetadata)
    }
}

extension ImageDrawing {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("as", manner.rawValue)
        writer.member("colours", colours.rawValue)
        for (name, number) in [
            ("columns", columns), ("rows", rows), ("cellWidth", cellWidth), ("cellHeight", cellHeight),
        ] { writer.member(name, number) }
    }

    fileprivate init?(_ json: JSONValue) {
        guard let manner = json["as"].string.flatMap(Manner.init),
            let colours = json["colours"].string.flatMap(Colours.init),
            let columns = json["columns"].side, let rows = json["rows"].side,
            let cellWidth = json["cellWidth"].side, let cellHeight = json["cellHeight"].side
        else { return nil }
        self.init(
            manner, colours: colours, columns: columns, rows: rows, cellWidth: cellWidth,
            cellHeight: cellHeight)
    }
}

extension JSONValue {
    /// A length in the range of a screen.
    fileprivate var side: Int? { int.flatMap { (1...10_000).contains($0) ? $0 : nil } }
}
