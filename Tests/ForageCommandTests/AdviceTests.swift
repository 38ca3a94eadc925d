import Forage
import ForageCore
import ForageDownloads
import TestWording
import Testing

@testable import ForageCommand

@Suite("Advice in error messages")
struct AdviceTests {
    @Test(
        "an error names the option or command that helps",
        arguments: [
            (
                DownloadError.tooLarge(1_000_000),
                "\(Wording.Downloads.largerThan) 1.0 MB; to allow larger files, use `forage get --max-size`"
            ),
            (
                .unconvertible("GIF pictures cannot be converted to png"),
                "GIF pictures cannot be converted to png; omit --convert to download it unchanged"
            ),
            (
                .unfinished(.lacking("libvips.so.42")),
                "forage-image cannot be started without libvips.so.42; see `forage doctor`"
            ),
            (.busy, "a file of that name is \(Wording.Downloads.underWay)"),
        ])
    func downloads(error: DownloadError, sentence: String) {
        #expect(Advice.sentence(on: error) == sentence)
    }

    @Test("an error says how to allow keys for another origin")
    func keys() {
        let origin = ("https://mirror.example/" as WebURL).origin
        #expect(
            Advice.sentence(on: FetchError.keysNotAllowed("flickr", to: origin))
                == "keys of flickr are not sent to https://mirror.example; to allow it, use "
                + "`--allow-origin https://mirror.example` or your own configuration file")
    }

    @Test("an error names the option that writes bundles")
    func bundles() {
        #expect(
            Advice.sentence(on: ReplayError.notABundle(path: "owl.json"))
                == "\(Wording.Downloads.notReplayed("owl.json"))\(Wording.Files.notARecording) `--record`.")
    }

    @Test(
        "an error says how to allow what a project file may not",
        arguments: [
            (
                #""allow": {"origins": ["https://evil.example"]}"#,
                #"\#(Wording.Settings.allowance("https://evil.example")): add "https://evil.example" to "origins" under "allow" in your "#
                    + "own configuration file (forage config path shows where that is) or pass --allow-origin "
                    + "https://evil.example"
            ),
            (
                #""allow": {"variables": ["HOME"]}"#,
                #"\#(Wording.Settings.allowance("HOME")): \#(Wording.Settings.listed("HOME", in: "variables")) "#
                    + "(forage config path shows where that is) or set FORAGE_ALLOW_VARIABLES"
            ),
            (
                #""definitions": {"files": ["a.json"]}"#,
                "a folder's configuration file cannot name definitions; name them in your own configuration file, "
                    + "or with --definition"
            ),
        ])
    func configuration(settings: String, sentence: String) {
        let text = #"{"$schema": "urn:forage:config:1", \#(settings)}"#
        let layer = ConfigurationLayer.projectFile("config.json", .bytes(Array(text.utf8)))
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(layers: [layer], registrations: [])
        }
        #expect(error.map { Advice.sentence(on: $0) }?.hasSuffix(": \(sentence)") == true)
    }
}
