internal import ForageCore
internal import ForageFormats

/// What came of one line of a list.
struct EachAnswer: Sendable {
    /// The line to write; nil where the search was given up.
    let line: String?
    let code: ExitCode
    let hasPicture: Bool

    static let cancelled = EachAnswer(line: nil, code: .interrupted, hasPicture: false)

    init(_ report: Report, _ text: String, _ lines: PictureLines) {
        code = ExitCode(report.outcomes)
        line = code == .interrupted ? nil : lines.text(of: report, query: text)
        hasPicture = !report.items.isEmpty
    }

    init(_ fault: any Error, _ text: String, _ lines: PictureLines) {
        self.init(line: lines.text(of: "\(fault)", query: text), code: .failure, hasPicture: false)
    }

    private init(line: String?, code: ExitCode, hasPicture: Bool) {
        self.line = line
        self.code = code
        self.hasPicture = hasPicture
    }
}

/// How a list went.
struct EachTally: Sendable {
    private(set) var count = 0
    private(set) var pictureCount = 0
    private var codes: Set<ExitCode> = []

    mutating func add(_ answer: EachAnswer) {
        codes.insert(answer.code)
        guard answer.line != nil else { return }
        count += 1
        if answer.hasPicture { pictureCount += 1 }
    }

    /// Nothing to search for is no failure.
    var code: ExitCode {
        if codes.contains(.interrupted) { return .interrupted }
        if codes.isSubset(of: [.success]) { return .success }
        return codes.isDisjoint(with: [.success, .partial]) ? .failure : .partial
    }
}
