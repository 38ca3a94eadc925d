internal import ForageCore
internal import Platform

/// An SPDX document (version 2.3) with the pictures of a project, as tags and values.
struct SPDXDocument {
    private let lock: CreditsLock

    init(_ lock: CreditsLock) { self.lock = lock }

    /// The beginning of every document that Forage writes.
    static let beginning = """
        SPDXVersion: SPDX-2.3
        DataLicense: CC0-1.0
        SPDXID: SPDXRef-DOCUMENT
        DocumentName: Pictures
        DocumentNamespace: urn:forage:spdx:
        """

    var text: String {
        let digests = lock.entries.map { "\($0.file.sha256) \($0.path)\n" }.joined()
        let name = (try? Digest.sha256.of(Array(digests.utf8)).hex.prefix(32)) ?? "0"
        // The date is that of the latest picture, so that the same lock gives the same document.
        let date = lock.entries.map(\.date).max() ?? "1970-01-01"
        let head = Self.beginning + "\(name)\nCreator: Tool: Forage\nCreated: \(date)T00:00:00Z\n"
        let files = lock.entries.enumerated().map { file($1, number: $0 + 1) }
        let relations = lock.entries.indices.map {
            "Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-File-\($0 + 1)\n"
        }
        return head + files.joined() + "\n" + relations.joined() + references.joined()
    }

    private func file(_ entry: LockEntry, number: Int) -> String {
        let creators = entry.credits.compactMap(\.line.creator?.name).distinct.joined(separator: ", ")
        let licence = entry.licences.map { SPDXLicence($0).id }.distinct
        let sha1 = entry.file.sha1.map { "FileChecksum: SHA1: \($0)\n" } ?? ""
        let info = licence.isEmpty ? ["NOASSERTION"] : licence
        return """

            FileName: ./\(entry.path)
            SPDXID: SPDXRef-File-\(number)
            FileType: IMAGE
            \(sha1)FileChecksum: SHA256: \(entry.file.sha256)
            LicenseConcluded: \(SPDXLicence.expression(of: entry) ?? "NOASSERTION")
            \(info.map { "LicenseInfoInFile: \($0)" }.joined(separator: "\n"))
            FileCopyrightText: \(creators.isEmpty ? "NOASSERTION" : creators.inTextTag)
            FileAttributionText: \((entry.credits.isEmpty ? entry.title : entry.creditText).inTextTag)
            \(entry.alt.map { "FileComment: \($0.inTextTag)\n" } ?? "")
            """
    }

    /// The licences that the SPDX License List does not have.
    private var references: [String] {
        let licences = lock.entries.flatMap(\.licences).map(SPDXLicence.init).distinct(by: \.id)
        return licences.sorted { $0.id < $1.id }.compactMap { licence in
            guard let own = licence.reference else { return nil }
            let text = [own.name, own.url?.text].compactMap(\.self).joined(separator: " ")
            return
                "\nLicenseID: \(licence.id)\nExtractedText: \(text.inTextTag)\nLicenseName: \(own.name.onOneLine)\n"
        }
    }
}

extension String {
    /// The text between the tags of an SPDX document.
    fileprivate var inTextTag: String { "<text>\(onOneLine.replacing("</text>", with: ""))</text>" }
}
