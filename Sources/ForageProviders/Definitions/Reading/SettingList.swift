internal import ForageCore
internal import JSON

/// The settings of a definition: what the user can choose, such as an instance of the service.
struct SettingList {
    /// The settings, as the configuration shows and checks them.
    let specs: [SettingSpec]

    /// Reads the settings of a definition whose form is already checked.
    ///
    /// - Parameters:
    ///   - text: The definition.
    ///   - names: The names of settings that are taken, in small letters.
    /// - Throws: ``DefinitionError`` for a name that is taken, or an address that is not public.
    init(_ text: Definition.Text, takenNames names: Set<String>) throws(DefinitionError) {
        let json = text.root["about"]["settings"]
        var specs: [SettingSpec] = []
        var met = names
        for setting in json.elements {
            let name = setting["name"].string ?? ""
            guard met.insert(name.lowercased()).inserted else {
                throw text.fault(
                    setting["name"], "\(name.quoted) is already the name of a setting; choose another name")
            }
            let type: SettingType = setting["type"].string == "address" ? .url : .text
            let value = setting["default"]
            let usual: SettingValue? =
                type == .url ? value.webURL.map(SettingValue.url) : value.string.map(SettingValue.text)
            guard let usual, Self.fault(in: usual) == nil else {
                throw text.fault(value, "expected a public web address, found \(value.inWords)")
            }
            if type == .url, text.root["about"]["keys"].exists {
                throw text.fault(
                    setting,
                    "keys could be sent to any address that is set here; leave out this setting or the keys")
            }
            specs.append(SettingSpec(name, type, default: usual, help: setting["help"].string ?? ""))
        }
        self.specs = specs
    }

    /// The origins of the default addresses.
    var usualOrigins: [Origin] {
        specs.compactMap { if case .url(let url)? = $0.defaultValue { url.origin } else { nil } }
    }

    /// Returns the texts for the placeholders, and the origins that requests may go to.
    ///
    /// - Throws: `SettingError` for an address that is not public.
    func resolved(_ values: SettingValues) throws(SettingError) -> (
        texts: [String: String], origins: [Origin]
    ) {
        var texts: [String: String] = [:]
        var origins: [Origin] = []
        for spec in specs {
            let chosen: SettingValue? =
                spec.type == .url
                ? values.url(spec.key).map(SettingValue.url) : values.text(spec.key).map(SettingValue.text)
            guard let value = chosen ?? spec.defaultValue else { continue }
            if let fault = Self.fault(in: value) { throw SettingError(spec.key, fault) }
            switch value {
            case .url(let url):
                origins.append(url.origin)
                texts[spec.key] = url.text.hasSuffix("/") ? String(url.text.dropLast()) : url.text
            case .text(let text): texts[spec.key] = text
            default: break
            }
        }
        return (texts, origins)
    }

    private static func fault(in value: SettingValue) -> String? {
        guard case .url(let url) = value, !url.origin.hasPublicName else { return nil }
        return "\(url.origin) is an IP address or a name in a local network; use a public host name"
    }
}
