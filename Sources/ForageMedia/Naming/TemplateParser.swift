internal import ForageCore

/// Takes a template for file names apart.
struct TemplateParser {
    private let template: String
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var steps: [[FileNameTemplate.Piece]] = [[]]
    private var text = ""
    private var stepStart = 0

    private static let greatestLength = 1_000

    static func steps(of template: String) throws(SyntaxFault) -> [[FileNameTemplate.Piece]] {
        var parser = TemplateParser(template)
        try parser.parse()
        return parser.steps
    }

    private init(_ template: String) {
        self.template = template
        scalars = Array(template.unicodeScalars)
    }

    private mutating func parse() throws(SyntaxFault) {
        guard !scalars.isEmpty else { throw fault("say what files are called, such as {title}.", 0..<0) }
        guard scalars.count <= Self.greatestLength else {
            throw fault(
                "this is too long; say it in \(Self.greatestLength) signs.",
                Self.greatestLength..<scalars.count)
        }
        while place < scalars.count {
            switch scalars[place] {
            case "{" where isDoubled: takeSign(2)
            case "}" where isDoubled: takeSign(2)
            case "{": try takePlace()
            case "}":
                throw fault("nothing was opened here; write }} for a sign that stands for itself.", sign)
            case "/": try endStep()
            default: takeSign(1)
            }
        }
        try checkStep()
        finishText()
    }

    private var sign: Range<Int> { place..<place + 1 }

    private var isDoubled: Bool { place + 1 < scalars.count && scalars[place + 1] == scalars[place] }

    private mutating func takeSign(_ count: Int) {
        text.unicodeScalars.append(scalars[place])
        place += count
    }

    private mutating func finishText() {
        if !text.isEmpty { steps[steps.count - 1].append(.text(text)) }
        text = ""
    }

    // MARK: - Folders

    private mutating func endStep() throws(SyntaxFault) {
        try checkStep()
        finishText()
        place += 1
        stepStart = place
        steps.append([])
    }

    private func checkStep() throws(SyntaxFault) {
        guard steps[steps.count - 1].isEmpty else { return }
        let range = stepStart..<max(place, min(stepStart + 1, scalars.count))
        switch text {
        case "" where stepStart == 0:
            throw fault("a name starts inside the folder; drop the first slash.", range)
        case "": throw fault("a name is missing beside the slash.", max(0, stepStart - 1)..<range.upperBound)
        case ".", "..": throw fault("a file stays inside its folder; drop this step.", range)
        default: break
        }
    }

    // MARK: - Places

    private mutating func takePlace() throws(SyntaxFault) {
        let start = place
        guard let end = scalars[start...].firstIndex(of: "}") else {
            throw fault("} is missing; write {{ for a sign that stands for itself.", start..<scalars.count)
        }
        let words = words(in: start + 1..<end)
        place = end + 1
        if words[0].text == "ext" { return try takeExtension(start..<place) }
        guard let field = FileNameTemplate.Field(rawValue: words[0].text) else {
            let names = FileNameTemplate.Field.allCases.map(\.rawValue) + ["ext"]
            throw unknown("what {} can stand for", words[0], among: names)
        }
        var filters: [FileNameTemplate.Filter] = []
        for word in words.dropFirst() {
            guard let filter = FileNameTemplate.Filter(rawValue: word.text) else {
                throw unknown("a filter", word, among: FileNameTemplate.Filter.allCases.map(\.rawValue))
            }
            filters.append(filter)
        }
        finishText()
        steps[steps.count - 1].append(.field(field, filters))
    }

    /// The extension is that of the file's kind, and stands behind every name by itself.
    private mutating func takeExtension(_ range: Range<Int>) throws(SyntaxFault) {
        guard range.upperBound == scalars.count, text.last == ".",
            text.count > 1 || !steps[steps.count - 1].isEmpty
        else { throw fault("{ext} stands at the end, behind a name and a dot, or may be left out.", range) }
        text.removeLast()
    }

    private struct Word {
        let text: String
        let range: Range<Int>
    }

    private func words(in range: Range<Int>) -> [Word] {
        scalars[range].split(separator: "|", omittingEmptySubsequences: false).map { part in
            Word(text: String(String.UnicodeScalarView(part)), range: part.startIndex..<part.endIndex)
        }
    }

    // MARK: - Faults

    private func unknown(_ what: String, _ word: Word, among names: [String]) -> SyntaxFault {
        let advice =
            if let nearest = nearestName(to: word.text, among: names) {
                "did you mean “\(nearest)”?"
            } else {
                "choose one of: \(names.joined(separator: ", "))."
            }
        let range = word.range.isEmpty ? word.range.lowerBound - 1..<word.range.upperBound + 1 : word.range
        return fault("“\(word.text)” is not \(what); \(advice)", range)
    }

    private func fault(_ problem: String, _ range: Range<Int>) -> SyntaxFault {
        SyntaxFault(problem, at: range, of: template, called: "the name")
    }
}
