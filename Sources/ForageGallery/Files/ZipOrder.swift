internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import JSON

/// The items that are wanted in a ZIP file.
struct ZipOrder: Sendable {
    /// The IDs as they were sent, each once.
    let ids: [String]
    let selection: FileSelection
    let embedsCredit: Bool
    private let use: LicenceUse?
    private let includesReserved: Bool

    /// The greatest number of items.
    static let greatestCount = 200

    /// - Parameters:
    ///   - body: A document with `items`, as a search writes it; only the IDs are read.
    ///   - parameters: The parameters of the request.
    /// - Throws: ``HTTPProblem`` if the body or a parameter is invalid.
    init(_ body: [UInt8], _ parameters: Parameters) throws(HTTPProblem) {
        guard let root = try? JSONDocument(body, mode: .strict).root, let ids = ReportDocument.ids(in: root),
            !ids.isEmpty
        else {
            throw HTTPProblem(400, #"Send the results as JSON, as in { "items": [{ "id": "flickr:1" }] }."#)
        }
        var met = Set<String>()
        self.ids = ids.filter { met.insert($0).inserted }
        guard ids.count <= Self.greatestCount else {
            throw HTTPProblem(400, "A ZIP file can contain at most \(Self.greatestCount) files.")
        }
        selection = try FileSelection(size: parameters.text(.size), format: parameters.text(.format))
        embedsCredit = try parameters.flag(.embed)
        includesReserved = try parameters.flag(.reserved)
        let use = parameters.text(.use)
        self.use = use.flatMap(LicenceUse.init)
        guard use == nil || self.use != nil else {
            let uses = LicenceUse.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(400, "use must be one of \(uses).")
        }
    }

    /// Returns the file of an item.
    func file(of id: ItemID) -> FileOrder {
        FileOrder(id, selection, embedsCredit: embedsCredit)
    }

    /// Returns the reason why the licence of an item forbids the use; nil if it is permitted, or is not to matter.
    func objection(to item: Item) -> String? {
        guard !includesReserved else { return nil }
        let terms = item.terms ?? .none
        guard let use else { return terms.summary == .ask ? "its rights are reserved" : nil }
        return terms.uses.contains(use) ? nil : "its licence does not permit the use for \(use.rawValue)"
    }
}
