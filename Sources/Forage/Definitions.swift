public import ForageCore
internal import ForageProviders
internal import Platform

/// The providers that files define: those that come with Forage, and the user's own.
///
/// ```swift
/// let files = ConfigurationFiles(environment: environment)
/// let definitions = Definitions(files, environment: environment)
/// let configuration = try Configuration(
///     layers: files.layers, registrations: Forage.builtIn + definitions.registrations,
///     environment: environment, credentials: files.credentials)
/// ```
///
/// `Configuration.ofCurrentUser(environment:)` does all of that.
///
/// A wrong file does not affect other providers: its provider reports the reason when it is searched, and ``problems``
/// lists errors that belong to no provider. The current folder is never searched for definitions.
public struct Definitions: Sendable {
    /// The providers, sorted by name.
    public private(set) var registrations: [Registration] = []
    /// The problems in files that result in no provider.
    public private(set) var problems: [ConfigurationProblem] = []
    /// The files from the command line that could not be read; ``problems`` includes them.
    package private(set) var unreadable: [ConfigurationProblem] = []

    /// The folder of the definitions that come with Forage, and the number of files in it; nil if they are turned off.
    package private(set) var shippedFolder: (path: String, fileCount: Int)?

    /// The definition file of each provider.
    package private(set) var files: [ProviderID: DefinitionFile] = [:]

    private let taken: Set<ProviderID>
    private var places: [ProviderID: Place] = [:]

    /// The location of a definition.
    private struct Place {
        let path: String
        let rank: Rank
        let registration: Registration
        var version = 0

        /// The reason why the definition is refused, if it is. This checks the whole definition, so use it only for
        /// those that share a name.
        var fault: DefinitionError? {
            ((try? registration.make(SettingValues())) as? DefinedProvider)?.fault
        }
    }

    /// The precedence of a definition. One of a higher rank replaces another of the same name, unless it is refused and
    /// the other is not. An installed one replaces a shipped one only if its version is higher.
    private enum Rank: Int, Comparable {
        case shipped, installed, own, typed

        static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    /// Looks for definitions.
    ///
    /// - Parameters:
    ///   - files: The user's configuration, including the folder of definitions.
    ///   - flags: The settings from the command line.
    ///   - environment: The environment's variables.
    ///   - others: The providers whose names are taken.
    ///   - folder: The folder of the definitions that come with Forage. If nil, they are looked for where the command
    ///     has them: next to a program in a folder `bin`, or in Forage's own checkout. Any other program must ship a
    ///     copy of `Providers/Definitions` and pass its path here. A folder that is given here and holds no definitions
    ///     is a problem.
    public init(
        _ files: ConfigurationFiles, flags: [ConfigurationLayer.Flag] = [], environment: [String: String],
        inAdditionTo others: [Registration] = Forage.builtIn, shippedIn folder: String? = nil
    ) {
        taken = Set(others.map(\.info.id))
        let settings = DefinitionSettings(layers: files.layers + [.flags(flags)], environment: environment)
        if settings.usesShipped, let place = folder ?? ProgramFolder.definitions {
            addShipped(in: place, isExpected: folder != nil || ProgramFolder.isOfForage)
        }
        if let installed = files.installed { addAll(in: installed, as: .installed) }
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

    private init(inAdditionTo others: [Registration] = []) { taken = Set(others.map(\.info.id)) }

    /// Creates the providers of files that were already read.
    package init(_ files: [DefinitionFile]) {
        taken = Set(Forage.builtIn.map(\.info.id))
        for file in files { add(Array(file.text.utf8), at: file.path, as: .own) }
        registrations.sort { $0.info.id < $1.info.id }
    }

    /// Returns the sample answers that verify a provider's definition, with the expected results; nil if no file
    /// defines the provider.
    package static func samples(of registration: Registration) throws -> [SampleAnswer]? {
        let provider = try? registration.make(SettingValues())
        return try (provider as? DefinedProvider)?.samples()
    }

    /// The JSON Schema of a definition, for editors that check a file during editing.
    public static var schema: [UInt8] { DefinitionSchema.json() }

    /// Adds the definitions that come with Forage. Reports missing ones, because otherwise a copy of the programs alone
    /// would silently have fewer providers.
    private mutating func addShipped(in folder: String, isExpected: Bool) {
        let fileCount = addAll(in: folder, as: .shipped)
        shippedFolder = (folder, fileCount)
        guard fileCount == 0, isExpected else { return }
        note(
            folder,
            "the definitions that come with Forage are missing; reinstall Forage, or set definitions.shipped to false"
        )
    }

    /// Adds the definitions of a folder and returns the number of files.
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
            let version = definition.version
            if let other = places[id], other.rank == .shipped, rank == .installed {
                if version <= other.version { return }
                // It was checked when it was installed, and a check at every start would take long.
                places[id] = nil
            }
            if taken.contains(id) {
                return note(
                    definition.nameFault(
                        "a built-in provider is already called \(id); choose another name"))
            }
            if let other = places[id], other.rank == rank, other.fault == nil {
                return note(
                    definition.nameFault(
                        "the definition \(other.path.onOneLine) is already called \(id); choose another name")
                )
            }
            add(definition.registration, bytes, at: path, as: rank)
            places[id]?.version = version
        } catch {
            guard let placeholder = Definition.placeholder(for: bytes, at: path, because: error),
                !taken.contains(placeholder.info.id)
            else { return note(error) }
            add(placeholder, bytes, at: path, as: rank)
        }
    }

    /// Adds a provider; one that is refused never replaces one that is accepted.
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

    /// Checks every definition, including errors that otherwise appear only when a provider is searched.
    ///
    /// - Returns: The problems; empty if every definition is usable.
    public func check() -> [String] {
        let faults = registrations.compactMap { registration in
            ((try? registration.make(SettingValues())) as? DefinedProvider)?.fault
        }
        return (problems + faults.flatMap(\.problems)).map(\.description)
    }
}

extension Definitions {
    /// Indicates whether a built-in provider has this name.
    func isTaken(_ id: ProviderID) -> Bool { taken.contains(id) }

    /// The file of a definition that is the user's own; nil if there is none.
    func ownFile(of id: ProviderID) -> String? { places[id].flatMap { $0.rank >= .own ? $0.path : nil } }

    /// The version of the definition in use; nil if no file defines the provider.
    package func version(of id: ProviderID) -> Int? { places[id]?.version }

    /// Returns the reason why a provider's definition is refused; nil if it is accepted or no file defines the
    /// provider.
    package static func fault(of provider: any Provider) -> String? {
        (provider as? DefinedProvider)?.fault?.description
    }

    /// Returns all problems for which a provider's definition is refused; empty if it is accepted.
    package static func faults(of provider: any Provider) -> [String] {
        ((provider as? DefinedProvider)?.fault?.problems ?? []).map(\.description)
    }

    /// Returns a provider that reads answers as a refused definition describes, without a check of its samples; nil if
    /// it is accepted, if it is wrong elsewhere too, or if no file defines the provider.
    package static func unfinished(of provider: any Provider) -> (any Provider)? {
        guard let provider = provider as? DefinedProvider, provider.fault != nil else { return nil }
        return provider.unfinished
    }

    /// Returns the items of an answer in the form in which a sample lists them; nil if no file defines the provider or
    /// the answer cannot be read.
    package static func sampleItems(
        in response: Response, to request: ProviderRequest, by provider: any Provider
    ) -> [UInt8]? {
        guard provider is DefinedProvider,
            case .page(let page)? = try? provider.decode(response, for: request)
        else { return nil }
        return SampleItems.json(page.drafts)
    }

    /// Indicates whether a file is intended as a definition, even if it contains errors.
    package static func isDefinition(_ bytes: [UInt8]) -> Bool { Definition.isMeant(by: bytes) }

    /// Returns all problems in one definition. Only the names of built-in providers count as taken.
    package static func check(_ bytes: [UInt8], at path: String) -> [String] {
        var definitions = Definitions(inAdditionTo: Forage.builtIn)
        definitions.add(bytes, at: path, as: .typed)
        return definitions.check()
    }

    /// The maximum size of a definition in bytes.
    package static var greatestByteCount: Int { Definition.greatestByteCount }

    /// The message for a file above that size.
    package static var excess: String {
        "it is larger than \(greatestByteCount >> 20) MiB, the limit for a definition"
    }
}
