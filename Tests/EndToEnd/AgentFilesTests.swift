import ForageCore
import JSON
import Platform
import TestWording
import Testing

@Suite("Downloads by an assistant", .timeLimit(.minutes(3)))
struct AgentFilesTests {
    private let place: Place
    private let talk: AgentTalk

    init() throws {
        place = try Place()
        talk = try AgentTalk(in: place, options: ["--to", "owls"])
    }

    private func id() async throws -> String {
        let found = try await talk.result(of: "search", #"{"query":"owl from:unsplash","limit":1}"#)
        return try #require(found["structuredContent"]["items"][0]["id"].string)
    }

    private var names: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: place.folder + "/owls")) ?? []
    }

    @Test("a file is saved in your folder with its credit, and found there the next time")
    func saved() async throws {
        let id = try await id()
        let result = try await talk.result(of: "get", #"{"id":"\#(id)","size":"400x"}"#)
        #expect(result["isError"].bool == false)
        let content = result["structuredContent"]
        #expect(content["id"].string == id && content["result"].string == "saved")
        #expect(content["type"].string == "image/png" && content["size"]["width"].int == 400)
        #expect(content["credit"].string?.contains("Unsplash License") == true)
        let path = try #require(content["file"].string)
        #expect(path.hasPrefix("/") && path.contains("/owls/unsplash/"))
        #expect(content["bytes"].int == (try Data(contentsOf: URL(filePath: path))).count)
        let credit = try Data(contentsOf: URL(filePath: path + ".credit.json"))
        #expect(
            try JSONDocument(Array(credit), mode: .strict).root["credit"].string == content["credit"].string)
        let again = try await talk.result(of: "get", #"{"id":"\#(id)","size":"400x"}"#)["structuredContent"]
        #expect(again["result"].string == "there" && again["file"].string == path)
        #expect(try await forage("verify", "owls", in: place).code == 0)
    }

    @Test(
        "a failed download is explained in a sentence",
        arguments: [
            (#"{"id":"unsplash:missing"}"#, "there is no such result, or it is no longer available"),
            (#"{"id":"owl"}"#, Wording.Usage.isNotAToolID),
            (#"{"id":"unsplsh:1"}"#, Wording.Usage.didYouMean("unsplash")),
            (#"{"id":"unsplash:missing","size":"huge"}"#, Wording.Usage.notASize("huge")),
            (#"{"id":"duckduckgo:swift~1","size":"full"}"#, Wording.Downloads.notDownloaded),
            (#"{"id":"unsplash:missing","to":"/tmp"}"#, Wording.Usage.notAnArgument("to")),
        ])
    func failures(arguments: String, words: String) async throws {
        let result = try await talk.result(of: "get", arguments)
        #expect(result["isError"].bool == true)
        #expect(result["content"][0]["text"].string?.contains(words) == true, "\(result["content"][0])")
    }

    @Test("a folder that cannot be written is reported")
    func unwritable() async throws {
        try place.write("a file", to: "owls")
        let result = try await talk.result(of: "get", #"{"id":"\#(try await id())"}"#)
        #expect(result["isError"].bool == true)
        #expect(result["content"][0]["text"].string?.contains("owls \(Wording.Files.isUnwritable)") == true)
    }

    /// Runs an action with a separate sandbox whose services have the given faults.
    private func failing<Result>(
        _ fault: String, _ work: (AgentTalk) async throws -> Result
    ) async throws -> Result {
        let sandbox = try RunningProgram(["forage-sandbox", "--fault", fault], in: Place())
        let talk = try await AgentTalk(in: place, at: sandbox.address(), options: ["--to", "owls"])
        let result = try await work(talk)
        sandbox.interrupt()
        _ = try await sandbox.ending()
        return result
    }

    @Test("nothing is downloaded without the service's permission")
    func refused() async throws {
        let id = try await id()
        _ = try await talk.result(of: "show", #"{"id":"\#(id)"}"#)
        let result = try await failing("api.unsplash.com:403") {
            try await $0.result(of: "get", #"{"id":"\#(id)"}"#)
        }
        #expect(
            result["content"][0]["text"].string?.contains(
                Wording.Services.downloadNotPermitted(by: "Unsplash")) == true)
        #expect(!names.contains { $0.hasSuffix(".png") || $0.hasSuffix(".part") })
    }

    @Test("a cancelled download keeps its part, and the next one continues it")
    func cancelled() async throws {
        let arguments = #"{"id":"\#(try await id())","size":"small"}"#
        let broken = try await failing("images.unsplash.com:cut=20000,norange") {
            try await $0.result(of: "get", arguments)
        }
        #expect(broken["isError"].bool == true)
        let call = AgentTalk.call("get", arguments)
        let answers = try await failing("images.unsplash.com:drip=2000") {
            try await $0.answers(
                to: AgentTalk.greeting + [
                    // A call written like this is not waited for.
                    call.replacing("\"id\":1", with: "\"id\" :1"),
                    "until [ -n \"$(find owls -name '*.part' -size +20000c)\" ]",
                    call.replacing("\"id\":1", with: "\"id\":2"),
                    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
                    #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
                ])
        }
        try #require(answers.map { $0["id"].int } == [0, 2, 3])
        #expect(
            answers[1]["result"]["content"][0]["text"].string?.contains(Wording.Downloads.underWay) == true)
        #expect(names.contains { $0.hasSuffix(".part") } && !names.contains { $0.hasSuffix(".png") })
        let result = try await talk.result(of: "get", arguments)
        #expect(result["structuredContent"]["result"].string == "resumed")
    }
}
