public import ForageCore
internal import ForageProviders
internal import Platform

/// The providers that files define: those that come with Forage, and a person's own.
///
/// ```swift
/// let files = ConfigurationFiles(environment: environment)
/// let definitions = Definitions(files, environment: environment)
/// let configuration = try Configuration(
///     layers: files.layers, registrations: Forage.builtIn + definitions.registrations,
///     environment: environment, credentials: files.credentials)
/// ```
///
/// `Configuration.ofThisPerson(environment:)` does all of that.
///
/// A file that is wrong harms nobody else: its provider says why when it is asked, and ``problems`` has what
/// cannot be said in the name of a provider. None is ever looked for in the folder one is in.
public struct Definitions: Sendable {
    /// The providers, in the order of their names.
    public private(set) var registrations: [Registration] = []
    /// What is wrong with files that make no provider.
    public private(set) var problems: [ConfigurationProblem] = []
    /// What keeps files from being read that the command line names; among ``problems``, too.
    package private(set) var unreadable: [ConfigurationProblem] = []

    /// Where those are looked for that come with Forage, and how many files are there; nil where none are wanted.
    package private(set) var shippedFolder: (path: String, fileCount: Int)?

    /// The file of each.
    package private(set) var files: [ProviderID: DefinitionFile] = [:]

    private let taken: Set<ProviderID>
    private var places: [ProviderID: Place] = [:]

    /// Where a definition was found.
    private struct Place {
        let path: String
        let rank: Rank
        let registration: Registration

        /// Why it is refused, if it is. Everything is checked for that, so it is asked only of those that share a name.
        var fault: DefinitionError? {
            ((try? registration.make(SettingValues())) as? DefinedProvider)?.fault
        }
    }

    /// A definition takes the place of one of a lower rank that has its name, unless it alone of both is refused.
    private enum Rank: Int, Comparable {
        case shipped, own, typed

        static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    /// Looks for definitions.
    ///
    /// - Parameters:
    ///   - files: The person's configuration, and the folder beside it.
    ///   - flags: What the command line sets.
    ///   - environment: The environment's variables.
    ///   - others: The providers whose names are taken.
    ///   - folder: Where the definitions are that come with Forage. When nil, they are looked for where the command has
    ///     them: beside a program in a folder `bin`, or in Forage's own checkout. Any other program brings a copy of
    ///     `Providers/Definitions` and says here where it is. A folder that is named here and holds none is a problem.
    public init(
        _ files: ConfigurationFiles, flags: [ConfigurationLayer.Flag] = [], environment: [String: String],
        besides others: [Registration] = Forage.builtIn, shippedIn folder: String? = nil
    ) {
        taken = Set(others.map(\.info.id))
        let settings = DefinitionSettings(layers: files.layers + [.flags(flags)], environment: environment)
        if settings.usesShipped, let place = folder ?? ProgramFolder.definitions {
            addShipped(in: place, isExpected: folder != nil || ProgramFolder.isOfForage)
        }
        if let own = files.definitions { addAll(in: own, as: .own) }
        var met: Set<String> = []
        for path in settings.files where met.insert(path).inserted { add(path, as: .own) }
        met = []
        for path in settings.typedFiles where met.insert(path).inserted { add(path, as: .typed) }
        registrations.sort { $0.info.id < $1.info.id }
    }

    /// The providers that come with Forage as definitions.
    package static let shipped: [Registration] = {
        var definitions = Definitions()
        if let folder = ProgramFolder.definitions { definitions.addAll(in: folder, as: .shipped) }
        return definitions.registrations
    }()

    private init(besides others: [Registration] = []) { taken = Set(others.map(\.info.id)) }

    /// The providers of files that were read elsewhere.
    package init(_ files: [DefinitionFile]) {
        taken = Set(Forage.builtIn.map(\.info.id))
        for file in files { add(Array(file.text.utf8), at: file.path, as: .own) }
        registrations.sort { $0.info.id < $1.info.id }
    }

    /// The answers that prove a provider's definition, and what comes of them; nil for one that no file defines.
    package static func samples(of registration: Registration) throws -> [SampleAnswer]? {
        let provider = try? registration.make(SettingValues())
        return try (provider as? DefinedProvider)?.samples()
    }

    /// The JSON Schema of a definition, for editors that check while one types.
    public static var schema: [UInt8] { DefinitionSchema.json() }

    /// Whoever copies the programs alone would else have fewer providers without a word.
    private mutating func addShipped(in folder: String, isExpected: Bool) {
        let fileCount = addAll(in: folder, as: .shipped)
        shippedFolder = (folder, fileCount)
        guard fileCount == 0, isExpected else { return }
        note(
            folder,
            "the definitions that come with Forage are not here; install it whole, or set definitions.shipped to false"
        )
    }

    /// Adds the definitions of a folder, and says how many files they are.
    @discardableResult
    private mutating func addAll(in folder: String, as rank: Rank) -> Int {
        let names = LocalFolder.names(in: folder, atMost: 10_000)
            .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        for name in names { add("\(folder)/\(name)", as: rank) }
        return names.count
    }

    private mutating func add(_ path: String, as rank: Rank) {
        do throws(FileError) {
            let file = try LocalFile(path, upTo: Definition.greatestByteCount, pipes: rank == .typed)
            guard file.isWhole else { return note(path, Self.excess) }
            add(file.bytes, at: path, as: rank)
        } catch {
            note(path, "cannot be read: \(error.reason)")
            if rank == .typed { unreadable += problems.suffix(1) }
        }
    }

    private mutating func add(_ bytes: [UInt8], at path: String, as rank: Rank) {
        do throws(DefinitionError) {
            let definition = try Definition(bytes, at: path)
            let id = definition.info.id
            if taken.contains(id) {
                return note(
                    definition.nameFault(
                        "a provider that is built in is called \(id) already; choose another name"))
            }
            if let other = places[id], other.rank == rank, other.fault == nil {
                return note(
                    definition.nameFault(
                        "the definition \(other.path.onOneLine) is called \(id) already; choose another name")
                )
            }
            add(definition.registration, bytes, at: path, as: rank)
        } catch {
            guard let standIn = Definition.standIn(for: bytes, at: path, because: error),
                !taken.contains(standIn.info.id)
            else { return note(error) }
            add(standIn, bytes, at: path, as: rank)
        }
    }

    /// One that is refused takes no place of one that is not.
    private mutating func add(
        _ registration: Registration, _ bytes: [UInt8], at path: String, as rank: Rank
    ) {
        let id = registration.info.id
        let place = Place(path: path, rank: rank, registration: registration)
        if let other = places[id] {
            if let fault = place.fault, other.fault == nil || other.rank == rank { return note(fault) }
            if let fault = other.fault, other.rank == rank { note(fault) }
        }
        registrations.removeAll { $0.info.id == id }
        registrations.append(registration)
        places[id] = place
        files[id] = DefinitionFile(path: path, text: String(decoding: bytes, as: UTF8.self))
    }

    private mutating func note(_ fault: DefinitionError) { problems += fault.problems }

    private mutating func note(_ path: String, _ message: String) {
        problems.append(DefinitionError(in: path, message).problem)
    }

    /// Everything that is wrong with any definition, also what is told only when a provider is asked.
    ///
    /// - Returns: What is wrong; nothing if every definition may be used.
    public func check() -> [String] {
        let faults = registrations.compactMap { registration in
            ((try? registration.make(SettingValues())) as? DefinedProvider)?.fault
        }
        return (problems + faults.flatMap(\.problems)).map(\.description)
    }
}

extension Definitions {
    /// Why a provider's definition is refused; nil if it is not, and for a provider that no file defines.
    package static func fault(of provider: any Provider) -> String? {
        (provider as? DefinedProvider)?.fault?.description
    }

    /// Whether a file is meant to be a definition, right or wrong.
    package static func isDefinition(_ bytes: [UInt8]) -> Bool { Definition.isMeant(by: bytes) }

    /// Everything that is wrong with one definition, whoever else has its name but for those that are built in.
    package static func check(_ bytes: [UInt8], at path: String) -> [String] {
        var definitions = Definitions(besides: Forage.builtIn)
        definitions.add(bytes, at: path, as: .typed)
        return definitions.check()
    }

    /// The most bytes that a definition may have.
    package static var greatestByteCount: Int { Definition.greatestByteCount }

    /// What is wrong with a file that has more.
    package static var excess: String {
        "it has more than \(greatestByteCount >> 20) MiB, the most that a definition may have"
    }
}
