internal import Forage
internal import ForageCore
internal import ForageProviders
internal import Timing

/// One definition under many names, each with a host of its own that a sandbox plays.
struct ManyDefinitions {
    let file: [UInt8]
    let sandboxes: [WebURL]

    private static let fewCount = 4
    private static let manyCount = 64

    func compare(rounds: Int) async throws {
        let few = try await milliseconds(Self.fewCount, rounds: rounds)
        let many = try await milliseconds(Self.manyCount, rounds: rounds)
        print(
            "Search: \(Self.fewCount) definitions  \(hundredths(few)) ms  \(Self.manyCount) definitions"
                + "  \(hundredths(many)) ms  ratio \(hundredths(many / few)) ×  (at most 1.25 ×)")
    }

    private func milliseconds(_ count: Int, rounds: Int) async throws -> Double {
        let forage = try forage(count)
        let query = try Query("owl", limit: 100)
        return try await Stopwatch(rounds: rounds).time {
            for await event in forage.search(query, within: .seconds(30)) {
                guard case .finished(let report) = event else { continue }
                guard report.outcomes.count == count, report.outcomes.allSatisfy(\.isAnswer) else {
                    throw NotTheSameWork(what: "\(report.outcomes)")
                }
            }
        }
    }

    private func forage(_ count: Int) throws -> Forage {
        var flags = [ConfigurationLayer.Flag("", sets: "measure", to: "false")]
        var registrations: [Registration] = []
        for number in 0..<count {
            registrations.append(try Definition(copy(number), at: "\(number).json").registration)
            // A sandbox for each four, so that the limit of connections to a host counts for those alone.
            let sandbox = sandboxes[number / Self.fewCount % sandboxes.count]
            flags.append(
                ConfigurationLayer.Flag(
                    "", sets: "providers.copy\(number).baseURL", to: "\(sandbox.origin)/api.openverse.org"))
        }
        return Forage(try Configuration(layers: [.flags(flags)], registrations: registrations))
    }

    private func copy(_ number: Int) -> [UInt8] {
        let text = String(decoding: file, as: UTF8.self)
            .replacing("\"id\": \"openverse\"", with: "\"id\": \"copy\(number)\"")
            .replacing("KEY_OPENVERSE", with: "KEY_COPY\(number)")
            .replacing("https://api.openverse.org", with: "https://\(number).openverse.example")
        return Array(text.utf8)
    }
}
