import ForageCore
import JSON
import TestWording
import Testing

@Suite("Cloudinary's settings")
struct CloudinaryConfigurationTests {
    private static let secret = "s3cret-0f-the-cloud"

    private func settings(
        _ members: String = "", environment: [String: String] = [:], credentials: CredentialsFile? = nil
    ) throws -> CloudinaryConfiguration {
        try Configuration(
            .user("{\"transforms\": {\"cloudinary\": {\(members)}}}"), environment: environment,
            credentials: credentials
        ).cloudinary
    }

    @Test("settings have defaults")
    func defaults() throws {
        let settings = try settings()
        #expect(settings.isEnabled && !settings.isSigned && !settings.usesLongSignatures)
        #expect(settings.cloud == "cocoacasts")
        #expect(settings.providers == ["cocoacasts"])
        #expect(settings.key.status == .missing(variable: "CLOUDINARY_API_SECRET"))
    }

    @Test("settings are read from files and environment variables")
    func read() throws {
        let file = try settings(
            #""cloud": "my-cloud", "providers": ["owls", "gallery"], "signed": true, "enabled": false"#)
        #expect(file.cloud == "my-cloud" && file.isSigned && !file.isEnabled)
        #expect(file.providers == ["owls", "gallery"])
        let variables = try settings(
            #""providers": ["owls"]"#,
            environment: [
                "FORAGE_TRANSFORMS_CLOUDINARY_PROVIDERS": "gallery, cocoacasts",
                "FORAGE_TRANSFORMS_CLOUDINARY_LONG_SIGNATURE": "true",
            ])
        #expect(variables.providers == ["gallery", "cocoacasts"])
        #expect(variables.usesLongSignatures)
    }

    @Test(
        "invalid settings are refused with advice",
        arguments: [
            (#""cloud": "a/b""#, "transforms.cloudinary.cloud: The name of a Cloudinary account has only"),
            (#""cloud": """#, "transforms.cloudinary.cloud: The name of a Cloudinary account has only"),
            (
                #""clout": "a""#,
                Wording.Settings.unknownSetting("clout", of: "cloudinary", didYouMean: "cloud")
            ),
            (#""providers": ["owl"]"#, Wording.Usage.notAProvider("owl", didYouMean: "owls")),
            (#""providers": "owls""#, "expected a list [ ] of names of providers"),
            (
                #""apiSecret": "s3cret-0f-the-cloud""#,
                "a key does not belong here: write \"${CLOUDINARY_API_SECRET}\""
            ),
            (
                #""apiSecret": "${HOME}""#,
                #"cloudinary reads its key from "CLOUDINARY_API_SECRET"; to let it read HOME"#
            ),
        ])
    func refused(members: String, message: String) {
        let found = problems(.user("{\"transforms\": {\"cloudinary\": {\(members)}}}"))
        #expect(found.count == 1)
        #expect(found.first?.contains(message) == true, "\(found)")
        #expect(!found.joined().contains("s3cret"))
    }

    @Test("a provider whose terms require its own addresses is refused")
    func hotlinking() {
        var info = ProviderInfo.owls
        info.terms.requiresHotlinking = true
        let registration = Registration(info) { [info] in ExampleProvider(info: info, settings: $0) }
        let layer = ConfigurationLayer.user(#"{"transforms": {"cloudinary": {"providers": ["owls"]}}}"#)
        let fault = #expect(throws: ConfigurationError.self) {
            try Configuration(layers: [layer], registrations: [registration])
        }
        #expect(fault?.description.contains("the terms of owls require showing its pictures") == true)
    }

    @Test("the secret is read from its variable or the credentials file, and never shown")
    func secret() throws {
        let variable = try settings(environment: ["CLOUDINARY_API_SECRET": Self.secret])
        #expect(variable.key.status == .set(.variable("CLOUDINARY_API_SECRET")))
        #expect(variable.secret?.reveal { $0 == Self.secret } == true)
        let file = CredentialsFile(
            path: "/c", .bytes(Array("{\"cloudinary\": {\"apiSecret\": \"\(Self.secret)\"}}".utf8)),
            permissions: 0o600)
        #expect(try settings(credentials: file).key.status == .set(.credentialsFile("/c")))
        let whole = try Configuration(
            environment: ["CLOUDINARY_API_SECRET": Self.secret], credentials: file)
        var dumped = ""
        dump(whole, to: &dumped)
        let explained = try whole.explanations(of: "transforms").flatMap(\.lines).joined(separator: "\n")
        for text in [dumped, String(decoding: whole.json, as: UTF8.self), explained] {
            #expect(!text.contains(Self.secret))
        }
        #expect(explained.contains("set, from environment variable CLOUDINARY_API_SECRET"))
    }

    @Test("a project file may read the secret from no other variable, and cannot use it for another provider")
    func foreignFile() throws {
        let wanting = #""transforms": {"cloudinary": {"apiSecret": "${GALLERY_API_KEY}"}}"#
        #expect(problems(.project(wanting)).count == 1)
        #expect(problems(.named("{\(wanting)}")).count == 1)
        let gallery = #""providers": {"gallery": {"apiKey": "${CLOUDINARY_API_SECRET}"}}"#
        #expect(problems(.project(gallery)).count == 1)
    }

    @Test("settings are shown and explained with their defaults")
    func shown() throws {
        let json = try JSONDocument(Configuration().json).root["transforms"]["cloudinary"]
        #expect(json["providers"].elements.map(\.string) == ["cocoacasts"])
        #expect(json["cloud"].string == "cocoacasts")
        let lines = try Configuration().explanations(of: "transforms.cloudinary.providers").flatMap(\.lines)
        #expect(lines.contains("  default: cocoacasts"))
        #expect(lines.contains("  variable: FORAGE_TRANSFORMS_CLOUDINARY_PROVIDERS"))
    }
}
