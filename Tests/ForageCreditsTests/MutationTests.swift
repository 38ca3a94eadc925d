import ForageCore
import ForageDownloads
import Platform
import TestPlaces
import Testing

@testable import ForageCredits

@Suite("Mutations of a project", .timeLimit(.minutes(5)))
struct MutationTests {
    /// A project whose pictures all have a credit file.
    private func project(_ count: Int) throws -> SampleProject {
        let project = try SampleProject()
        let entries = try (0..<count).map { number in
            var entry = try project.add(
                "pictures/\(number % 10)/\(number).jpg",
                "picture \(number) " + String(repeating: "x", count: 100))
            let record = try entry.record.orThrow()
            try project.place.write(record.json, to: entry.path + CreditRecord.ending)
            entry.sidecar = try Digest.sha256.of(record.json).hex
            return entry.sealed
        }
        try project.write(entries) { $0.refused = ["cc-by-nc"] }
        return project
    }

    private func report(_ project: SampleProject, _ cache: DigestCache) async throws -> ProjectCheck.Report {
        var cache = cache
        return await ProjectCheck(try project.file.read(), in: project.file).report(&cache)
    }

    private enum Mutation: CaseIterable {
        case sidecarDeleted, sidecarEdited, recompressed, cropped, renamed, deleted, licenceSwapped,
            entryEdited,
            entryDeleted, pictureAdded, pathEdited, swappedFiles
    }

    /// Changes one thing, and returns a function that restores it.
    private func mutate(
        _ project: SampleProject, _ mutation: Mutation, _ random: inout SeededNumbers
    ) throws -> () throws -> Void {
        let lock = try project.file.read()
        let entry = try lock.entries.randomElement(using: &random).orThrow()
        let other = try lock.entries.filter { $0.path != entry.path }.randomElement(using: &random).orThrow()
        func path(_ entry: LockEntry) -> String { "\(project.folder)/\(entry.path)" }
        func bytes(_ path: String) throws -> [UInt8] { try LocalFile(path, upTo: 1 << 20).bytes }
        func replace(_ path: String, _ change: ([UInt8]) throws -> [UInt8]) throws -> () throws -> Void {
            let old = try bytes(path)
            try project.place.write(change(old), to: path)
            return { try project.place.write(old, to: path) }
        }
        func edit(_ old: String, _ new: String) throws -> () throws -> Void {
            try replace(project.file.path) { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                let start = try text.firstRange(of: "\"path\": \"\(entry.path)\"").orThrow().lowerBound
                let place = try text[start...].firstRange(of: old).orThrow()
                return Array((text[..<place.lowerBound] + new + text[place.upperBound...]).utf8)
            }
        }
        let sidecar = path(entry) + CreditRecord.ending
        switch mutation {
        case .sidecarDeleted:
            let old = try bytes(sidecar)
            try FileManager.default.removeItem(atPath: sidecar)
            return { try project.place.write(old, to: sidecar) }
        case .sidecarEdited: return try replace(sidecar) { $0 + [UInt8(ascii: " ")] }
        case .recompressed:
            return try replace(path(entry)) { $0.map { $0 ^ UInt8.random(in: 1...3, using: &random) } }
        case .cropped:
            return try replace(path(entry)) { Array($0.dropLast(Int.random(in: 1...20, using: &random))) }
        case .renamed:
            let name = path(entry) + ".png"
            try FileManager.default.moveItem(atPath: path(entry), toPath: name)
            return { try FileManager.default.moveItem(atPath: name, toPath: path(entry)) }
        case .deleted:
            let old = try bytes(path(entry))
            try FileManager.default.removeItem(atPath: path(entry))
            return { try project.place.write(old, to: path(entry)) }
        case .licenceSwapped: return try edit("cc-by-4.0", "cc0-1.0")
        case .entryEdited:
            let edits = [
                ("Ada", "Eve"), ("An owl", "A bird"), ("\"full\"", "\"large\""), ("2026-05-31", "2026-05-30"),
            ]
            let (old, new) = try edits.randomElement(using: &random).orThrow()
            return try edit(old, new)
        case .entryDeleted:
            let old = try bytes(project.file.path)
            try project.file.edit { $0.remove([entry.path]) }
            return { try project.place.write(old, to: project.file.path) }
        case .pictureAdded:
            let name = "\(project.folder)/pictures/new-\(UInt64.random(in: 0...(.max), using: &random)).webp"
            try project.place.write("new", to: name)
            return { try FileManager.default.removeItem(atPath: name) }
        case .pathEdited: return try edit(entry.path, entry.path + ".jpg")
        case .swappedFiles:
            let (one, two) = (try bytes(path(entry)), try bytes(path(other)))
            try project.place.write(two, to: path(entry))
            try project.place.write(one, to: path(other))
            return {
                try project.place.write(one, to: path(entry))
                try project.place.write(two, to: path(other))
            }
        }
    }

    @Test("every mutation is found, and the project without one is clean")
    func mutations() async throws {
        let project = try project(Campaign.count(60, of: 300))
        let state = try TemporaryFolder()
        let cache = DigestCache(in: state.path, of: project.folder)
        #expect(try await report(project, cache).findings == [])
        var random = SeededNumbers(seed: 42)
        for number in 0..<Campaign.count(36, of: 200) {
            let mutation = Mutation.allCases[number % Mutation.allCases.count]
            let restore = try mutate(project, mutation, &random)
            #expect(try await !report(project, cache).isClean, "\(number): \(mutation)")
            try restore()
            #expect(try await report(project, cache).findings == [], "after \(number): \(mutation)")
        }
    }
}
