internal import Essentials
internal import ForageMeasure
internal import Timing

/// Measures a folder of small SVGs, as we do on all cores and as `imagesize` does file by file.
struct FolderRace {
    let fileCount: Int
    let rounds: Int

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/svg-benchmark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for index in 0..<fileCount {
            let document = Drawing.document(byteCount: 4_000, width: 100 + index)
            try Data(document).write(to: URL(filePath: "\(folder)/\(index).svg"))
        }
        let ours = try await Stopwatch(rounds: rounds).time { try await measure(folder) }
        let line = "SVG sizes of a folder of \(fileCount)  ours \(hundredths(ours)) ms"
        guard let theirs = Python.milliseconds(measuring: folder, rounds: rounds) else {
            return print("\(line)  imagesize not measured: `make bench` installs it")
        }
        print(
            "\(line)  imagesize \(hundredths(theirs)) ms  \(hundredths(theirs / ours)) × faster  (at least 5 ×)"
        )
    }

    private func measure(_ folder: String) async throws {
        let findings = SVGFolder(FilePath(folder)).findings
        let widths = await SideBySide.map(findings) { finding -> Double? in
            guard case .file(let path) = finding else { return nil }
            return (try? SVGFile(path).size())?.pixels()?.width
        }
        guard widths.compactMap({ $0 }).count == fileCount else { throw Disagreement() }
    }
}
