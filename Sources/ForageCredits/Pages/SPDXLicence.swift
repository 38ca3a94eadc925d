internal import ForageCore

/// The identifier of a licence in the SPDX License List, or one made of its name.
struct SPDXLicence: Hashable {
    let id: String
    /// The licence, if its identifier is not in the list.
    let reference: Licence?

    init(_ licence: Licence) {
        if let id = Self.listed(licence.id.lowercased()) {
            self.id = id
            reference = nil
        } else {
            id = "LicenseRef-" + Self.name(licence.id)
            reference = licence
        }
    }

    /// The expression for all licences of an entry; nil if none is known.
    static func expression(of entry: LockEntry) -> String? {
        let ids = entry.licences.map { SPDXLicence($0).id }.distinct
        return ids.isEmpty ? nil : ids.joined(separator: " AND ")
    }

    private static func listed(_ id: String) -> String? {
        switch id {
        case "cc0", "cc0-1.0": return "CC0-1.0"
        case "pdm", "pdm-1.0": return "CC-PDM-1.0"
        case "cc-sa-1.0": return "CC-SA-1.0"
        // The first version has another order in its address.
        case "cc-by-nd-nc-1.0": return "CC-BY-NC-ND-1.0"
        default: break
        }
        guard id.hasPrefix("cc-by-") else { return nil }
        let name = id.uppercased()
        if ported.contains(name) { return name }
        let parts = name.split(separator: "-")
        guard let version = parts.last, ["1.0", "2.0", "2.5", "3.0", "4.0"].contains(version) else {
            return nil
        }
        let elements = parts.dropFirst().dropLast().joined(separator: "-")
        return ["BY", "BY-SA", "BY-ND", "BY-NC", "BY-NC-SA", "BY-NC-ND"].contains(elements) ? name : nil
    }

    /// The licences for a jurisdiction that the list has.
    private static let ported: Set = [
        "CC-BY-2.5-AU", "CC-BY-3.0-AT", "CC-BY-3.0-AU", "CC-BY-3.0-DE", "CC-BY-3.0-IGO", "CC-BY-3.0-NL",
        "CC-BY-3.0-US", "CC-BY-NC-3.0-DE", "CC-BY-NC-ND-3.0-DE", "CC-BY-NC-ND-3.0-IGO", "CC-BY-NC-SA-2.0-DE",
        "CC-BY-NC-SA-2.0-FR", "CC-BY-NC-SA-2.0-UK", "CC-BY-NC-SA-3.0-DE", "CC-BY-NC-SA-3.0-IGO",
        "CC-BY-ND-3.0-DE", "CC-BY-SA-2.0-UK", "CC-BY-SA-2.1-JP", "CC-BY-SA-3.0-AT", "CC-BY-SA-3.0-DE",
        "CC-BY-SA-3.0-IGO",
    ]

    private static func name(_ id: String) -> String {
        let signs = id.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || scalar == "." ? Character(scalar) : "-"
        }
        return signs.isEmpty ? "unknown" : String(signs)
    }
}
