import Platform
import Testing

/// Compares a text with the file of that name in `Snapshots`.
///
/// A missing file, or `RECORD_SNAPSHOTS=1`, records the text and fails the test.
func expectSnapshot(_ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    let file = folder.appending(path: name + ".txt")
    let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
    if !isRecording, let expected = try? String(contentsOf: file, encoding: .utf8) {
        #expect(text == expected, sourceLocation: sourceLocation)
        return
    }
    do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("Recorded \(name); look at it and run again.", sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(name) cannot be recorded: \(error)", sourceLocation: sourceLocation)
    }
}
