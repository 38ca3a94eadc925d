internal import ForageCore
package import Platform

/// A block of a page between two marks, which is replaced without changing anything else.
struct MarkedBlock {
    private let opening: [UInt8]
    private let closing: [UInt8]

    init(_ form: CreditsForm) {
        let isMarkup = form == .markdown || form == .html
        opening = Array((isMarkup ? "<!-- forage:credits -->" : "# forage:credits").utf8)
        closing = Array((isMarkup ? "<!-- /forage:credits -->" : "# /forage:credits").utf8)
    }

    /// The block with its marks and a content of whole lines.
    func text(around content: String) -> [UInt8] {
        opening + Self.lineFeed + Array(content.utf8) + closing + Self.lineFeed
    }

    /// The page with another content between the marks; nil if it has no marks.
    func replacing(_ page: [UInt8], with content: String) throws(PageError) -> [UInt8]? {
        let starts = lines(of: opening, in: page)
        let ends = lines(of: closing, in: page)
        guard let start = starts.first else {
            guard let end = ends.first else { return nil }
            throw .marks(line: page.line(of: end.lowerBound))
        }
        guard starts.count == 1, ends.count == 1, let end = ends.first, end.lowerBound >= start.upperBound
        else {
            throw .marks(line: page.line(of: (starts.dropFirst().first ?? start).lowerBound))
        }
        // The block has the line endings of its page.
        let isDOS = page[..<start.upperBound].suffix(2).elementsEqual([13, 10])
        let text = isDOS ? content.replacing("\n", with: "\r\n") : content
        return page[..<start.upperBound] + Array(text.utf8) + page[end.lowerBound...]
    }

    /// The lines that contain only a mark and white space.
    private func lines(of mark: [UInt8], in page: [UInt8]) -> [Range<Int>] {
        var (found, start): ([Range<Int>], Int) = ([], 0)
        while start < page.count {
            let end = page[start...].firstIndex(of: 10).map { $0 + 1 } ?? page.count
            let line = page[start..<end].drop { $0 == 32 || $0 == 9 }
            if line.starts(with: mark),
                line.dropFirst(mark.count).allSatisfy({ [32, 9, 13, 10].contains($0) })
            {
                found.append(start..<end)
            }
            start = end
        }
        return found
    }

    private static let lineFeed: [UInt8] = [10]
}

extension [UInt8] {
    fileprivate func line(of place: Int) -> Int { 1 + self[..<place].count { $0 == 10 } }
}

/// The reason why a page cannot be written or compared.
package enum PageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the page does not tell its form.
    case unknownForm
    /// The marks of the block do not form one pair; with the line of one of them.
    case marks(line: Int)
    /// The page has no marks, and there is no place where the block belongs.
    case noMarks
    /// The page was not written by Forage, and has to be replaced as a whole.
    case foreign
    case tooLong
    /// The page, or a folder around it, is a link.
    case link
    case file(FileError)

    package var description: String {
        switch self {
        case .unknownForm: "its name does not tell its form"
        case .marks(let line): "line \(line): the marks of the credits must occur once each, in their order"
        case .noMarks:
            "it has no marks for the credits; add the lines "
                + "<!-- forage:credits --> and <!-- /forage:credits --> where they belong"
        case .foreign: "it exists and was not written by Forage"
        case .tooLong: "it is too long"
        case .link: "it is a link, or is reached by one"
        case .file(let error): error.reason
        }
    }
}
