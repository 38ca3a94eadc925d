internal import ForageCore
internal import JSON
internal import Platform

extension ImageOrder {
    /// The line that asks for it, without its end.
    package var line: [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("version", Self.protocolVersion)
                switch source {
                case .file(let path): writer.member("from", path)
                case .bytes(let bytes): writer.member("base64", Data(bytes).base64EncodedString())
                }
                switch work {
                case .make(let making): making.write(to: &writer)
                case .draw(let drawing): drawing.write(to: &writer)
                }
            }
        }
    }

    /// Reads a line; nil where it asks for nothing that is known here.
    package init?(line: [UInt8]) {
        guard let root = try? JSONDocument(line, mode: .strict).root,
            root["version"].int == Self.protocolVersion, let source = Source(root),
            let work = Making(root).map(Work.make) ?? ImageDrawing(root).map(Work.draw)
        else { return nil }
        self.init(source, work)
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
        writer.key("metadata")
        writer.bool(keepsMetadata)
        if let width = transform.width { writer.member("width", width) }
        if let height = transform.height { writer.member("height", height) }
        if let fit = transform.fit { writer.member("fit", fit.rawValue) }
        if let format = transform.format { writer.member("format", format.rawValue) }
        // In hundredths, which is as fine as it is.
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
    /// A length that a screen may have.
    fileprivate var side: Int? { int.flatMap { (1...10_000).contains($0) ? $0 : nil } }
}
