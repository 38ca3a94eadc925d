import ForageCore
import TestWording
import Testing

@Suite("Keys of providers")
struct ConfiguredKeysTests {
    private static let key = "k3y-0f-the-gallery"

    private func status(
        _ layers: ConfigurationLayer..., environment: [String: String] = [:],
        credentials: CredentialsFile? = nil
    ) throws -> KeyState.Status {
        let configuration = try Configuration(
            layers: layers, registrations: Registration.madeUp, environment: environment,
            credentials: credentials)
        let state = try #require(configuration["gallery"]?.keys.first)
        let secret = configuration.keyRing.secret("apiKey", of: "gallery")
        #expect((secret?.reveal { $0 == Self.key } ?? false) == state.isSet)
        return state.status
    }

    private func file(_ variable: String) -> String {
        #"{"providers": {"gallery": {"apiKey": "${"# + variable + #"}"}}}"#
    }

    private func credentials(_ text: String, permissions: Int = 0o600) -> CredentialsFile {
        CredentialsFile(
            path: "/home/me/credentials.json", .bytes(Array(text.utf8)), permissions: permissions)
    }

    @Test("without a configuration, a key is read from the variable that the provider declares")
    func declaredVariable() throws {
        #expect(try status(environment: ["GALLERY_API_KEY": Self.key]) == .set(.variable("GALLERY_API_KEY")))
        #expect(try status() == .missing(variable: "GALLERY_API_KEY"))
        #expect(try status(environment: ["GALLERY_API_KEY": " "]) == .missing(variable: "GALLERY_API_KEY"))
        #expect(
            try status(environment: ["GALLERY_API_KEY": "a b"]) == .unusable(variable: "GALLERY_API_KEY"))
    }

    @Test("a variable named in a file overrides the credentials file")
    func precedence() throws {
        let file = ConfigurationLayer.user(file("GALLERY_SECRET"))
        let keys = credentials("{\"gallery\": {\"apiKey\": \"\(Self.key)\"}}")
        let both = ["GALLERY_API_KEY": "wrong", "GALLERY_SECRET": Self.key]
        #expect(try status(file, environment: both, credentials: keys) == .set(.variable("GALLERY_SECRET")))
        #expect(
            try status(environment: ["GALLERY_API_KEY": Self.key], credentials: keys)
                == .set(.variable("GALLERY_API_KEY")))
        #expect(try status(file, credentials: keys) == .set(.credentialsFile("/home/me/credentials.json")))
        #expect(try status(file) == .missing(variable: "GALLERY_SECRET"))
    }

    @Test("a missing required key is explained, and a missing optional key is not an obstacle")
    func obstacle() throws {
        #expect(
            try Configuration()["gallery"]?.obstacle
                == "\(Wording.Settings.keyNotSet("apiKey", set: "GALLERY_API_KEY")) to a key from "
                + "https://gallery.example/keys")
        let gallery = try #require(try Configuration(environment: ["GALLERY_API_KEY": Self.key])["gallery"])
        #expect(gallery.obstacle == nil)
        #expect(
            try Configuration(environment: ["GALLERY_API_KEY": "a\tb"])["gallery"]?.obstacle
                == "its key apiKey is not usable: GALLERY_API_KEY \(Wording.Settings.notAKey)"
        )
    }

    @Test("only variables that the provider declares or you allow are read")
    func otherVariables() throws {
        let allowing = ConfigurationLayer.user(#"{"allow": {"variables": ["MY_KEY"]}}"#)
        let wanting = file("MY_KEY")
        let project = ConfigurationLayer.project(String(wanting.dropFirst().dropLast()))
        let refusal =
            #"gallery reads its key from "GALLERY_API_KEY" or "GALLERY_SECRET"; to let it read MY_KEY, add "MY_KEY" to "#
            + #""variables" under "allow" in your own configuration file"#
        #expect(problems(.user(wanting, at: "c.json")) == ["c.json:1:38: " + refusal])
        #expect(problems(.named(wanting, at: "c.json")) == ["c.json:1:38: " + refusal])
        #expect(problems(project).count == 1)
        #expect(remedies(project) == [.allowVariable("MY_KEY")])
        let environment = ["MY_KEY": Self.key]
        #expect(try status(project, allowing, environment: environment) == .set(.variable("MY_KEY")))
        #expect(
            try status(
                project, environment: environment.merging(["FORAGE_ALLOW_VARIABLES": "A, MY_KEY"]) { $1 })
                == .set(.variable("MY_KEY")))
    }

    @Test("a project file or a named file cannot allow a variable, and a project file cannot allow an origin")
    func foreignAllowance() {
        let variables = #""allow": {"variables": ["HOME"]}"#
        #expect(problems(.project(variables)).count == 1)
        #expect(problems(.named("{\(variables)}")).count == 1)
        let origins = #""allow": {"origins": ["https://evil.example"]}"#
        #expect(
            problems(.project(origins)).first?.contains(Wording.Settings.allowance("https://evil.example"))
                == true)
        #expect(problems(.named("{\(origins)}")) == [])
    }

    @Test(
        "a key inside a configuration is refused, and never repeated in the message",
        arguments: [
            #""k3y-0f-the-gallery""#, #""${k3y-0f-the-gallery""#, #""$k3y-0f-the-gallery""#,
            #""${k3y-0f-the-gallery}""#, #"["k3y-0f-the-gallery"]"#, "30405",
        ])
    func literalKey(value: String) throws {
        let found = problems(.user(#"{"providers": {"gallery": {"apiKey": "# + value + "}}}"))
        #expect(found.count == 1)
        #expect(!found.joined().contains("k3y") && !found.joined().contains("30405"))
        #expect(found.joined().contains("${GALLERY_API_KEY}"))
        #expect(
            !problems(.flags([.init("--set", sets: "providers.gallery.apiKey", to: Self.key)])).joined()
                .contains("k3y"))
    }

    @Test(
        "a credentials file that others can read is refused with the chmod command to run",
        arguments: [0o644, 0o660, 0o601])
    func permissions(mode: Int) {
        let file = credentials("{}", permissions: mode)
        #expect(
            problems(credentials: file) == [
                "/home/me/credentials.json: others can read your keys here; run: chmod 600 /home/me/credentials.json"
            ])
        let spaced = CredentialsFile(path: "/my keys/it's", .bytes([]), permissions: mode)
        #expect(problems(credentials: spaced).first?.hasSuffix(#"chmod 600 '/my keys/it'\''s'"#) == true)
    }

    @Test("a missing credentials file is accepted, an unreadable one is a problem")
    func absence() {
        #expect(problems(credentials: CredentialsFile(path: "/c", .missing, permissions: 0)) == [])
        #expect(
            problems(
                credentials: CredentialsFile(path: "/c", .unreadable(Wording.Files.denied), permissions: 0))
                == [Wording.Files.unreadable(at: "/c", Wording.Files.denied)])
    }

    @Test(
        "an error in a credentials file is reported without showing a key",
        arguments: [
            (#""k3y""#, "1:1: \(Wording.Settings.expected("an object { }", found: "a text"))"),
            (#"{"gallery": "k3y"}"#, "1:13: \(Wording.Settings.expected("an object { }", found: "a text"))"),
            (#"{"gallery": {"apiKey": "k 3 y"}}"#, "1:24: \(Wording.Settings.keyForm)"),
            (
                #"{"gallery": {"apiKey": 12345}}"#,
                "1:24: \(Wording.Settings.expected("a key as a text without spaces", found: "a number"))"
            ),
            (
                #"{"gallery": {"apikey": "k3y"}}"#,
                #"1:14: \#(Wording.Settings.notAKeyOf("gallery", didYouMean: "apiKey"))"#
            ),
            (
                #"{"gallery": {"k3y": "s3cret"}}"#,
                #"1:14: \#(Wording.Settings.notAKeyOf("gallery")); choose one of: "apiKey" or "secret""#
            ),
            (
                #"{"owls": {"apiKey": "k3y"}}"#,
                #"1:2: this \#(Wording.Usage.isNotAProvider) with keys; choose one of: "gallery""#
            ),
            (#"{"gallery": {"apiKey": k3y}}"#, "1:24: a value can only be true"),
        ])
    func mistakes(text: String, message: String) {
        let found = problems(credentials: credentials(text))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("/home/me/credentials.json:" + message) == true, "\(found)")
        #expect(!found.joined().contains("k3y") && !found.joined().contains("12345"))
    }

    @Test("no output of the configuration contains a key")
    func nothingLeaks() throws {
        let configuration = try Configuration(
            .user(file("GALLERY_SECRET")), environment: ["GALLERY_SECRET": Self.key],
            credentials: credentials("{\"gallery\": {\"secret\": \"\(Self.key)\"}}"))
        var dumped = ""
        dump(configuration, to: &dumped)
        let printed = [
            dumped, "\(configuration)", String(reflecting: configuration),
            String(describing: configuration.keyRing),
            String(decoding: configuration.json, as: UTF8.self),
            try configuration.explanations(of: "").flatMap(\.lines).joined(),
        ]
        for text in printed { #expect(!text.contains(Self.key)) }
    }
}
