import Foundation
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("Warnings")
struct WarningsTests {
    private func lines(sayingEverything: Bool = false, _ say: (Warnings) -> Void) throws -> Int {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "messages")
        let file = try #require(FileHandle(forWritingAtPath: path))
        say(Warnings(Pipes(messages: file.fileDescriptor), sayingEverything: sayingEverything))
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count
    }

    @Test("one cause is reported once, whichever part meets it first")
    func oneCause() throws {
        let lesser = "The disk is full. Nothing is counted."
        let other = "The disk is full. Nothing is stored."
        #expect(
            try lines {
                $0.sayIfFirst(lesser)
                $0.say(other)
            } == 1)
        #expect(
            try lines {
                $0.say(other)
                $0.sayIfFirst(lesser)
            } == 1)
        #expect(
            try lines(sayingEverything: true) {
                $0.sayIfFirst(lesser)
                $0.say(other)
            } == 2)
    }

    @Test("warnings of other causes, and later ones, are written")
    func otherCauses() throws {
        #expect(
            try lines {
                $0.sayIfFirst("The disk is full. Nothing is counted.")
                $0.say("The cache was damaged. It starts empty.")
                $0.say("The disk is full. Nothing is stored.")
            } == 3)
    }
}
