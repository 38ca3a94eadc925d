import ForageSearch
import Platform
import TestPlaces
import TestWording
import Testing

@Suite("SVGs on disk")
struct FileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/" + name, withDestinationPath: target)
    }

    private func size(of name: String) throws(SVGError) -> SVGSize {
        try SVGFile(FilePath(folder.path + "/" + name)).size()
    }

    private static let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'>"

    @Test("a file is read up to the end of its root tag")
    func reading() throws {
        try folder.write(Self.svg, to: "small.svg")
        try folder.write("<!--" + String(repeating: "x", count: 100_000) + "-->" + Self.svg, to: "late.svg")
        #expect(try size(of: "small.svg").pixels()?.summary == "4 3 attributes")
        #expect(try size(of: "late.svg").pixels()?.summary == "4 3 attributes")
    }

    @Test("a file that cannot be measured gives its reason")
    func faults() throws {
        try folder.write("<html/>", to: "page.svg")
        try folder.write("GIF89a", to: "picture.svg")
        #expect(throws: SVGError.notSVG(Wording.Pictures.rootElement("html"))) {
            try size(of: "page.svg")
        }
        #expect(throws: SVGError.notSVG(Wording.Pictures.format("GIF"))) { try size(of: "picture.svg") }
        #expect { try size(of: "none.svg") } throws: { "\($0)".contains("no such file") }
        #expect { try size(of: ".") } throws: { "\($0)".contains("directory") }
    }

    @Test("a folder is searched in order, including links and loops")
    func walking() throws {
        for name in ["b.svg", "a.SVG", "c.svgz", "c.png", "d/e.svg", "d/f/.svg", "svg"] {
            try folder.write(Self.svg, to: name)
        }
        try link("d/loop.svg", to: "..")
        try link("d/link.svg", to: "../b.svg")
        try link("d/lost.svg", to: "nowhere")
        let found = SVGFolder(FilePath(folder.path)).findings.map { finding -> String in
            guard case .file(let path) = finding else { return "unreadable" }
            return String("\(path)".dropFirst(folder.path.count + 1))
        }
        #expect(found == ["a.SVG", "b.svg", "c.svgz", "d/e.svg", "d/f/.svg", "d/link.svg", "d/lost.svg"])
        #expect(SVGFolder.isFolder(FilePath(folder.path)))
        #expect(!SVGFolder.isFolder(FilePath(folder.path + "/b.svg")))
    }

    @Test("files are sorted by name, even with long common prefixes")
    func order() throws {
        let names = ["icon-arrow-", "icon-arrow-left", "icon-arrow-right", "icon-arrow-Ä", "icon-b", "é"]
        for name in names.reversed() { try folder.write(Self.svg, to: "\(name).svg") }
        let paths = names.map { SVGFolder.Finding.file(FilePath("\(folder.path)/\($0).svg")) }
        #expect(SVGFolder(FilePath(folder.path)).findings == paths)
    }

    @Test(
        "a file is read in the folder where it was found, however the path is written",
        arguments: ["", "/", "//"])
    func finding(end: String) throws {
        try folder.write(Self.svg, to: "deep/down/small.svg")
        let path = FilePath(folder.path + end)
        guard case .file(let file) = SVGFolder(path).findings.first else {
            Issue.record("nothing was found")
            return
        }
        #expect(try SVGFile(file, foundIn: OpenFolder(path)).size().pixels()?.summary == "4 3 attributes")
    }

    @Test("a folder that cannot be read is reported")
    func unreadable() {
        let path = FilePath("/no such folder")
        guard case .unreadable(path, _) = SVGFolder(path).findings.first else {
            Issue.record("nothing was said")
            return
        }
    }
}
