internal import ForageCore
internal import JSON

/// Holds the configuration to its promises on whatever libFuzzer thinks of: as each kind of file, as
/// credentials and as the value of a variable.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkFile(.userFile("/c/user.json", .bytes(bytes)))
    checkFile(.namedFile("/c/named.json", .bytes(bytes)))
    checkProject(bytes)
    checkCredentials(bytes)
    checkVariables(String(decoding: bytes, as: UTF8.self))
    checkEditing(bytes)
    return 0
}

private func load(
    _ layers: [ConfigurationLayer], environment: [String: String] = [:], credentials: CredentialsFile? = nil
) -> Configuration? {
    do {
        let configuration = try Configuration(
            layers: layers, registrations: [.gallery], environment: environment, credentials: credentials)
        checkShowing(configuration)
        return configuration
    } catch {
        check(error)
        return nil
    }
}

/// A configuration shows itself as whole JSON, and explains each of its settings.
private func checkShowing(_ configuration: Configuration) {
    let shown = try? JSONDocument(configuration.json, mode: .strict)
    precondition(shown?.root["timeout"].double != nil)
    let explanations = try? configuration.explanations(of: "")
    precondition((explanations?.count ?? 0) > 10)
}

/// A refusal has at least one problem, each on a line that is safe to print.
private func check(_ fault: ConfigurationError) {
    precondition(!fault.problems.isEmpty)
    for problem in fault.problems {
        precondition(
            problem.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}

private func checkFile(_ layer: ConfigurationLayer) {
    guard let configuration = load([layer]) else { return }
    precondition(configuration.files.map(\.state) == [.read])
}

/// A file that came with a folder neither sends a key to a stranger nor reads a stranger's variable.
private func checkProject(_ bytes: [UInt8]) {
    let environment = ["GALLERY_KEY": "mine", "HOME": "other", "A": "other", "OTHER_KEY": "other"]
    let layer = ConfigurationLayer.projectFile("config.json", .bytes(bytes))
    guard let configuration = load([layer], environment: environment) else { return }
    let address = configuration.originMap.address(for: "https://api.gallery.example/search")
    precondition(ProviderInfo.gallery.origins.contains(address.origin))
    precondition(configuration.keyRing.allowedOrigins.isEmpty)
    precondition(configuration.keyRing.secret("apiKey", of: "gallery")?.reveal { $0 != "other" } ?? true)
}

/// What is wrong with a file of keys is told without anything that may be a key.
private func checkCredentials(_ bytes: [UInt8]) {
    let file = CredentialsFile(path: "/keys", .bytes(bytes), permissions: 0o600)
    do {
        _ = try Configuration(registrations: [.gallery], credentials: file)
    } catch {
        check(error)
        guard let document = try? JSONDocument(bytes) else { return }
        for text in texts(in: document.root) where text.utf8.count > 8 && text.contains(where: \.isNumber) {
            precondition(!error.description.contains(text))
        }
    }
}

private func texts(in value: JSONValue) -> [String] {
    value.members.flatMap { [$0.key] + texts(in: $0.value) } + value.elements.flatMap(texts)
        + [value.string].compactMap { $0 }
}

private func checkVariables(_ text: String) {
    for name in [
        "TIMEOUT", "CONTACT", "ALLOW_ORIGINS", "PROVIDERS_GALLERY_BASE_URL", "PROVIDERS_GALLERY_LIST",
    ] {
        _ = load([], environment: ["FORAGE_\(name)": text, "GALLERY_KEY": text])
    }
}

/// A file that loads still loads when a provider is switched off in it, and then that provider is off.
private func checkEditing(_ bytes: [UInt8]) {
    let layer = ConfigurationLayer.Origin.userFile("/c/user.json")
    guard !bytes.isEmpty, load([.userFile("/c/user.json", .bytes(bytes))]) != nil else { return }
    let editor = ConfigurationEditor([.gallery])
    guard let edited = try? editor.setting("providers.gallery.enabled", to: "false", in: bytes, of: layer)
    else {
        preconditionFailure("a file that loads cannot be edited")
    }
    let configuration = load([.userFile("/c/user.json", .bytes(edited))])
    precondition(configuration?["gallery"]?.isEnabled == false)
}
