internal import Essentials
internal import Forage
internal import ForageCore
internal import HTTPServer
internal import JSON

/// Whether anybody can be asked.
struct Health: Sendable {
    /// How many providers would be asked now.
    private let readyCount: Int
    /// How many have to rest, because they failed or were asked enough.
    private let restingCount: Int
    /// How many lack something, or are turned off.
    private let idleCount: Int

    init(of forage: Forage, needsKeys: Bool) async {
        let (standings, now) = (await forage.standings, Date())
        let refused = forage.configuration.refusedDefinitions
        var (ready, resting, idle) = (0, 0, 0)
        for provider in forage.configuration.providers {
            if !provider.isEnabled || needsKeys && provider.obstacle != nil || refused[provider.id] != nil {
                idle += 1
            } else if standings[provider.id]?.pause(at: now) != nil {
                resting += 1
            } else {
                ready += 1
            }
        }
        (readyCount, restingCount, idleCount) = (ready, resting, idle)
    }

    var response: HTTPServerResponse {
        let isReady = readyCount > 0
        let body = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("status", isReady ? "ready" : "nobody can be asked")
                writer.member("providers") { writer in
                    writer.object { writer in
                        writer.member("ready", readyCount)
                        writer.member("resting", restingCount)
                        writer.member("idle", idleCount)
                    }
                }
            }
        }
        return HTTPServerResponse(
            status: isReady ? 200 : 503,
            headers: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(body))
    }
}
