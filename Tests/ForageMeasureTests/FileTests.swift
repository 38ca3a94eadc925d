import Essentials
import ForageMeasure
import Testing

@Suite("SVGs on disk")
struct FileTests {
    /// A folder that goes when the test does.
    private final class Folder {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.path + "/forage-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ text: String, to name: String) throws {
            let folder = (path + "/" + name).split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
        }

        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
        }

        func size(of name: String) throws(FileFault) -> SVGSize {
            try SVGFile(FilePath(path + "/" + name)).size()
        }
    }

    private static let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'>"

    @Test("are read until the root's tag ends")
    func reading() throws {
        let folder = try Folder()
        try folder.write(Self.svg, to: "small.svg")
        try folder.write("<!--" + String(repeating: "x", count: 100_000) + "-->" + Self.svg, to: "late.svg")
        #expect(try folder.size(of: "small.svg").pixels()?.summary == "4 3 attributes")
        #expect(try folder.size(of: "late.svg").pixels()?.summary == "4 3 attributes")
    }

    @Test("say why they are not measured")
    func faults() throws {
        let folder = try Folder()
        try folder.write("<html/>", to: "page.svg")
        try folder.write("GIF89a", to: "picture.svg")
        #expect(throws: FileFault.svg(.notSVG("its root element is html"))) {
            try folder.size(of: "page.svg")
        }
        #expect(throws: FileFault.svg(.notSVG("it is a GIF picture"))) { try folder.size(of: "picture.svg") }
        #expect { try folder.size(of: "none.svg") } throws: { "\($0)".contains("no such file") }
        #expect { try folder.size(of: ".") } throws: { "\($0)".contains("directory") }
    }

    @Test("are found under a folder in order, links and loops and all")
    func walking() throws {
        let folder = try Folder()
        for name in ["b.svg", "a.SVG", "c.svgz", "c.png", "d/e.svg", "d/f/.svg", "svg"] {
            try folder.write(Self.svg, to: name)
        }
        try folder.link("d/loop.svg", to: "..")
        try folder.link("d/link.svg", to: "../b.svg")
        try folder.link("d/lost.svg", to: "nowhere")
        let found = SVGFolder(FilePath(folder.path)).findings.map { finding -> String in
            guard case .file(let path) = finding else { return "unreadable" }
            return String("\(path)".dropFirst(folder.path.count + 1))
        }
        #expect(found == ["a.SVG", "b.svg", "c.svgz", "d/e.svg", "d/f/.svg", "d/link.svg", "d/lost.svg"])
        #expect(SVGFolder.isFolder(FilePath(folder.path)))
        #expect(!SVGFolder.isFolder(FilePath(folder.path + "/b.svg")))
    }

    @Test("are named where a folder cannot be looked into")
    func unreadable() {
        let path = FilePath("/no such folder")
        guard case .unreadable(path, _) = SVGFolder(path).findings.first else {
            Issue.record("nothing was said")
            return
        }
    }

    @Test("come in order when measured side by side", arguments: [0, 1, 7, 128, 5000])
    func sideBySide(count: Int) async {
        var results: [Int] = []
        await SideBySide.map(Array(0..<count), { $0 * 2 }, take: { results += $0 })
        #expect(results == (0..<count).map { $0 * 2 })
    }
}
