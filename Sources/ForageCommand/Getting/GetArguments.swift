internal import Forage
internal import ForageCore
internal import ForageDownloads

/// What `forage get` was asked for.
struct GetArguments {
    let source: Source
    let wish: FileWish
    let folder: String
    let template: FileNameTemplate
    let jobs: Int
    let greatestByteCount: Int
    let format: Format
    let isTrial: Bool
    let embedsCredit: Bool
    let usesArchive: Bool
    let isQuiet: Bool

    /// Where the items come from.
    enum Source {
        case ids([ItemID])
        /// A file with an ID or a result a line.
        case lines(String)
        case query(SearchArguments)
    }

    enum Format: String, CaseIterable {
        case table, jsonl
    }

    static let folderOption = Option(
        "to", "o", value: "FOLDER", takes: .file, help: "Put the files there (the current folder)")

    static let options = [
        Option("query", "q", value: "TEXT", takes: .query, help: "Download what a search for TEXT finds"),
        Option("limit", "n", value: "N", help: "With --query: at most N results (20)"),
        Option(
            "from", value: "FILE", takes: .file,
            help: "Download what FILE lists: one ID, or one JSON line of a search, per line"),
        Option(
            "size", "s", value: "SIZE", takes: .words(FileSize.roles.map(\.rawValue)),
            help: "thumbnail, small, regular, large, full (usual), original or a width: 800x"),
        Option(
            "pixel-ratio", value: "N",
            help: "With --size WIDTHx: N pixels of the screen for one of a page (1)"),
        folderOption,
        Option(
            "name", value: "TEMPLATE", help: "Name the files by this template (\(FileNameTemplate.usual))"),
        Option(
            "convert", value: "FORMAT", takes: .oneOf(FileFormat.self),
            help: "Convert to png, jpeg or webp; a drawing as wide as --size says"),
        Option("jobs", "j", value: "N", help: "Download N files at once (6)"),
        Option("max-size", value: "SIZE", help: "Take no file larger than SIZE, such as 20M (4G)"),
        Option("archive", help: "Skip what was downloaded before with --archive, wherever it is now"),
        Option("embed-credit", help: "Put the credit into JPEG, PNG, WebP and SVG files, too"),
        Option("dry-run", help: "Say what would be downloaded, and download nothing"),
        Output.formatOption(Format.self),
        Option("quiet", help: "Report only failures"),
        SearchArguments.definitionOption,
        Option("timeout", "t", value: "TIME", help: "Wait at most this long for a search or a result (5s)"),
    ]

    private static let usualJobs = 6

    init(_ arguments: Arguments, _ configuration: Configuration) throws {
        source = try Self.source(arguments, configuration)
        wish = FileWish(
            try Self.size(arguments.value("size"), pixelRatio: arguments.value("pixel-ratio")),
            as: try arguments.choice("convert", as: FileFormat.self))
        folder = Self.folder(arguments)
        template = try FileNameTemplate(arguments.value("name") ?? FileNameTemplate.usual)
        jobs = try arguments.integer("jobs", in: 1...64) ?? Self.usualJobs
        greatestByteCount = try Self.byteCount(arguments.value("max-size"))
        format = try arguments.choice("format", as: Format.self) ?? .table
        isTrial = arguments.has("dry-run")
        usesArchive = arguments.has("archive")
        embedsCredit = arguments.has("embed-credit")
        isQuiet = arguments.has("quiet")
    }

    private static func source(_ arguments: Arguments, _ configuration: Configuration) throws -> Source {
        let (words, query, file) = (arguments.words, arguments.value("query"), arguments.value("from"))
        guard [!words.isEmpty, query != nil, file != nil].count(where: \.self) == 1 else {
            throw UsageFault(
                "Say what to get: IDs, --query TEXT, --from FILE, or - for standard input; one of them.")
        }
        let known = configuration.providers.map(\.id)
        if let query {
            return .query(
                try SearchArguments(arguments, text: query, limit: configuration.limit, known: known))
        }
        guard !arguments.has("limit") else { throw UsageFault("--limit goes with --query.") }
        if let file { return .lines(file) }
        if words == ["-"] { return .lines("-") }
        do throws(UsageFault) {
            return .ids(try words.map { word throws(UsageFault) in try ItemID.typed(word, known: known) })
        } catch {
            guard words.allSatisfy({ !$0.contains(":") }) else { throw error }
            throw UsageFault(
                "\(error) To get what a search finds: --query '\(words.joined(separator: " "))'.")
        }
    }

    static func folder(_ arguments: Arguments) -> String { arguments.value("to") ?? "." }

    static func size(_ text: String?, pixelRatio: String?) throws(UsageFault) -> FileSize {
        guard let text else {
            guard pixelRatio == nil else { throw UsageFault("--pixel-ratio goes with --size WIDTHx.") }
            return .usual
        }
        let ratio = try pixelRatio.map(Self.pixelRatio)
        guard let size = FileSize(text, pixelRatio: ratio) else {
            if FileSize(text) != nil { throw UsageFault("--pixel-ratio goes with --size WIDTHx.") }
            throw UsageFault.unknown("size", text, among: FileSize.roles.map(\.rawValue) + ["800x"])
        }
        return size
    }

    private static func pixelRatio(_ text: String) throws(UsageFault) -> Double {
        guard let ratio = Double(text), URLTemplate.pixelRatios.contains(ratio) else {
            throw UsageFault("--pixel-ratio takes a number from 0.5 to 10, not \"\(text)\".")
        }
        return ratio
    }

    private static func byteCount(_ text: String?) throws(UsageFault) -> Int {
        guard let text else { return Downloader.usualLimit }
        guard let count = ByteCount.read(text) else {
            throw UsageFault("--max-size takes a size such as 500k, 20M or 4G, not \"\(text)\".")
        }
        return count
    }

    /// What is made of a file that came whole. The credit goes into what it was converted to.
    func finishingSteps(_ conversion: ImageConversion?) -> [any FinishingStep] {
        let steps: [(any FinishingStep)?] = [conversion, embedsCredit ? CreditEmbedding() : nil]
        return steps.compactMap(\.self)
    }

    /// What converts them, once it is known to work.
    func conversion(by pool: @autoclosure () throws -> ImagePool) async throws -> ImageConversion? {
        guard let format = wish.format else { return nil }
        let conversion = ImageConversion(to: format, by: try pool())
        do throws(ImageFault) { try await conversion.check() } catch {
            throw CannotRun("Nothing was fetched, since nothing can be converted: \(error).")
        }
        return conversion
    }
}
