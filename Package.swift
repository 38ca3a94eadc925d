// swift-tools-version: 6.3
import PackageDescription

// One line for each provider; everything else of a provider is in the folder Providers/NAME.
let providers = [
    "Cocoacasts",
    "DuckDuckGo",
    "Flickr",
    "Unsplash",
]

// Development tools are targets of this package, too, but are built only on request. A trait cannot leave out a target.
let developing = Context.environment["FORAGE_DEVELOPING"] == "1"

// libFuzzer has its own main function, so fuzzers are built only on request.
let fuzzing = Context.environment["FORAGE_FUZZING"] == "1"

// FORAGE_PROVIDER=NAME builds one provider and its tests alone.
let onlyProvider = Context.environment["FORAGE_PROVIDER"]

// FORAGE_CATALOG=1 adds the tests of the list of all providers to those of one provider.
let withCatalog = Context.environment["FORAGE_CATALOG"] == "1"

// MARK: - Helpers

extension Target.Dependency {
    /// The name, if the dependency is a target of this package.
    var targetName: String? {
        switch self {
        case .targetItem(let name, _), .byNameItem(let name, _): name
        default: nil
        }
    }
}

/// A library target in Sources/NAME with its tests in Tests/NAMETests. Files in its folder Resources are embedded in
/// the program.
func part(
    _ name: String, uses dependencies: [Target.Dependency] = [], tests: [Target.Dependency] = [],
    embeds files: [String] = [], snapshots: Bool = false
) -> [Target] {
    [
        .target(
            name: name, dependencies: dependencies, resources: files.map { .embedInCode("Resources/\($0)") }),
        .testTarget(
            name: name + "Tests", dependencies: [.target(name: name)] + tests,
            exclude: snapshots ? ["Snapshots"] : []),
    ]
}

/// A provider: its sources, its tests and its sample bodies live in one folder.
func provider(_ name: String) -> [Target] {
    [
        .target(
            name: name, dependencies: ["ForageCore", "Markup", "Platform"],
            path: "Providers/\(name)/Sources"),
        .testTarget(
            name: name + "Tests",
            dependencies: [.target(name: name), "ForageCore", "ForageConformance", "TestWording"],
            path: "Providers/\(name)/Tests", exclude: ["Fixtures"]),
    ]
}

/// A C library of the system, found through pkg-config.
func system(_ name: String, pkgConfig: String?, apt: String, brew: String) -> [Target] {
    [
        .systemLibrary(
            name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
            providers: [.apt([apt]), .brew([brew])])
    ]
}

/// A C target that loads a library on first use. Of those that do not declare what they use themselves, the headers are
/// needed. On Linux these are only searched for, because libraries that pkg-config adds would be loaded at every start.
func loaded(_ name: String) -> [Target] {
    [.target(name: name, path: "Sources/System/\(name)")]
}

func loaded(_ name: String, apt: String, brew: String, pkgConfigOnMac: String? = nil) -> [Target] {
    #if os(macOS)
        let pkgConfig = pkgConfigOnMac
    #else
        let pkgConfig: String? = nil
    #endif
    return system(name + "Headers", pkgConfig: pkgConfig, apt: apt, brew: brew) + [
        .target(
            name: name, dependencies: [.target(name: name + "Headers")], path: "Sources/System/\(name)")
    ]
}

/// A program of a few lines. Its target and its product have different names, because `forage` and `Forage` are the
/// same file name on a case-insensitive disk.
func program(_ product: String, target: String, uses dependencies: [Target.Dependency]) -> [Target] {
    [.executableTarget(name: target, dependencies: dependencies, path: "Sources/Programs/\(product)")]
}

func developmentTool(_ name: String, in folder: String, uses dependencies: [Target.Dependency]) -> [Target] {
    [.executableTarget(name: name, dependencies: dependencies, path: "\(folder)/\(name)")]
}

func fuzzer(_ name: String, of parsers: [Target.Dependency]) -> [Target] {
    [
        .executableTarget(
            name: name, dependencies: parsers, path: "Fuzzers/\(name)", exclude: ["Corpus"])
    ]
}

// MARK: - Targets

var targets: [Target] = []

targets += system("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd")
targets += system("CVips", pkgConfig: "vips", apt: "libvips-dev", brew: "vips")
targets += system("CChafa", pkgConfig: "chafa", apt: "libchafa-dev", brew: "chafa")
targets += loaded("CCurl", apt: "libcurl4-openssl-dev", brew: "curl")
targets += loaded("CSQLite", apt: "libsqlite3-dev", brew: "sqlite")
targets += loaded("CXML2", apt: "libxml2-dev", brew: "libxml2", pkgConfigOnMac: "libxml-2.0")
targets += ["CCmark", "CCrypto", "CPostgreSQL", "CUTF8Proc", "CZlib"].flatMap(loaded)
targets += [.target(name: "CPage", path: "Sources/System/CPage")]
targets += [.systemLibrary(name: "CPipe", path: "Sources/System/CPipe")]
targets += [.systemLibrary(name: "CRename", path: "Sources/System/CRename")]

targets += part(
    "Platform", uses: ["CCrypto", "CPipe", "CRename", "CUTF8Proc", "CZlib"],
    tests: ["TestPlaces", "TestWording"])
targets += part("JSON", uses: ["Platform"])
targets += part("Markup", uses: ["CCmark", "CXML2", "Platform"])
targets += part("Database", uses: ["CPostgreSQL", "CSQLite"], tests: ["Platform", "TestPlaces"])
targets += part("HTTPServer", uses: ["CMicroHTTPD"], tests: ["LoopbackClient", "TestWording"])

targets += part(
    "ForageCore", uses: ["JSON", "Platform"], tests: ["JSON", "Platform", "TestPlaces", "TestWording"])
targets += part(
    "ForageSearch", uses: ["ForageCore", "Markup", "Platform"],
    tests: [
        "ForageConformance", "ForageCore", "Judging", "Platform", "TestDoubles", "TestPlaces", "TestWording",
    ])
targets += part(
    "ForageTransport", uses: ["CCurl", "ForageCore", "JSON", "Platform"],
    tests: [
        "ForageConformance", "ForageCore", "ForageStorage", "HTTPServer", "Platform", "TestDoubles",
        "TestWording",
    ])
targets += part(
    "ForageStorage", uses: ["Database", "ForageCore", "Platform"],
    tests: [
        "Database", "ForageConformance", "ForageCore", "ForageTransport", "Platform", "StoreProgram",
        "TestDoubles", "TestPlaces", "TestWording",
    ])
targets += part(
    "ForageFormats", uses: ["ForageCore", "ForageSearch", "ForageConformance", "JSON", "Platform"],
    tests: ["ForageCore", "JSON", "Markup", "Platform", "TestPlaces", "TestWording"],
    embeds: ["output.schemas.json", "page.css"],
    snapshots: true)
targets += part(
    "ForageDownloads", uses: ["ForageCore", "ForageSearch", "JSON", "Platform"],
    tests: [
        "ForageConformance", "ForageCore", "ForageTransport", "ForageSandbox", "ImageProgram", "JSON",
        "LoopbackClient", "Platform", "TestDoubles", "TestPlaces", "TestWording",
    ])
targets += part(
    "ForageCredits",
    uses: ["ForageCore", "ForageDownloads", "ForageFormats", "ForageSearch", "JSON", "Platform"],
    tests: ["ForageCore", "ForageDownloads", "JSON", "Platform", "TestPlaces"])
targets += part(
    "ImageWorker", uses: ["CChafa", "CVips", "ForageCore", "ForageDownloads", "Platform"],
    tests: ["ForageCore"])
targets += part(
    "ForageSandbox", uses: ["HTTPServer", "JSON", "Platform"],
    tests: ["HTTPServer", "JSON", "LoopbackClient", "TestPlaces"], embeds: ["categories.txt"])
targets += part(
    "ForageConformance", uses: ["ForageCore", "ForageSearch", "JSON", "Markup", "Platform"],
    tests: ["ForageCore", "JSON", "Markup", "Platform", "TestWording"])
targets += part(
    "ForageProviders", uses: ["ForageCore", "JSON", "Markup", "Platform"],
    tests: [
        "ForageCore", "ForageSearch", "ForageConformance", "JSON", "Markup", "Platform", "TestPlaces",
        "TestWording",
    ])

targets += providers.flatMap(provider)
targets += part(
    "Catalog", uses: ["ForageCore"] + providers.map { .target(name: $0) },
    tests: ["ForageCore", "ForageProviders", "Platform"])
targets += part(
    "Forage",
    uses: [
        "Catalog", "Database", "ForageStorage", "ForageCore", "ForageDownloads", "ForageTransport",
        "ForageProviders", "ForageSearch", "JSON", "Platform",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
    ],
    tests: [
        "ForageConformance", "ForageCore", "ForageSandbox", "ForageSearch", "ForageTransport", "HTTPServer",
        "LoopbackClient",
        "Platform", "TestDoubles", "TestPlaces", "TestWording",
    ])
targets += part(
    "ForageCommand",
    uses: [
        "Database", "Forage", "ForageStorage", "ForageCore", "ForageCredits", "ForageDownloads",
        "ForageFormats", "ForageTransport", "ForageSearch", "ForageConformance", "JSON", "Markup", "Platform",
    ],
    tests: [
        "Forage", "ForageCore", "ForageDownloads", "ForageFormats", "ForageSearch", "JSON", "Platform",
        "TestDoubles", "TestPlaces", "TestReaders", "TestWording",
    ], embeds: ["completions.bash", "completions.fish", "completions.zsh", "file.schema.json"])
targets += [
    .target(
        name: "ForageGallery",
        dependencies: [
            "CPage", "Forage", "ForageStorage", "ForageCore", "ForageCredits", "ForageDownloads",
            "ForageFormats",
            "ForageSearch", "HTTPServer", "JSON", "Platform",
        ],
        exclude: ["Page"], resources: [.embedInCode("Resources/api.schemas.json")]),
    .testTarget(
        name: "ForageGalleryTests",
        dependencies: [
            "Forage", "ForageCore", "ForageDownloads", "ForageFormats", "ForageGallery", "ForageSandbox",
            "ForageSearch", "HTTPServer", "ImageProgram", "JSON", "LoopbackClient", "Platform", "TestPlaces",
        ]),
]

// Tests that start programs, as a user does.
targets += [
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "Database", "Forage", "ForageCommand", "ForageConformance", "ForageCore", "ForageProgram",
            "GalleryProgram", "ImageProgram", "JSON", "LoopbackClient", "Platform", "SandboxProgram",
            "TestPlaces", "TestReaders", "TestWording",
        ],
        path: "Tests/EndToEnd", exclude: ["Snapshots"])
]

targets += program("forage", target: "ForageProgram", uses: ["ForageCommand", "Platform"])
targets += program("forage-sandbox", target: "SandboxProgram", uses: ["ForageSandbox", "Platform"])
targets += program(
    "forage-gallery", target: "GalleryProgram", uses: ["ForageCommand", "ForageGallery", "Platform"])
targets += program("forage-image", target: "ImageProgram", uses: ["ImageWorker", "Platform"])
targets += [
    .plugin(
        name: "AddProvider",
        capability: .command(
            intent: .custom(verb: "add-provider", description: "Begin a provider in Providers/NAME"),
            permissions: [
                .writeToPackageDirectory(reason: "The provider's folder and the lines that name it.")
            ]))
]

// MARK: - Support for tests

targets += [
    .target(name: "LoopbackClient", path: "Tests/Support/LoopbackClient"),
    .target(
        name: "TestDoubles", dependencies: ["ForageCore", "Platform"], path: "Tests/Support/Doubles"),
    .target(name: "TestPlaces", dependencies: ["Platform"], path: "Tests/Support/TestPlaces"),
    .target(name: "TestReaders", dependencies: ["JSON"], path: "Tests/Support/Readers"),
    .target(name: "TestWording", path: "Tests/Support/Wording"),
    // Tests start it, and kill it while it writes.
    .executableTarget(
        name: "StoreProgram", dependencies: ["ForageStorage", "ForageCore", "Platform", "TestPlaces"],
        path: "Tests/Support/StoreProgram"),
    // Lists with known relevance, for tests and benchmarks.
    .target(
        name: "Judging", dependencies: ["ForageCore", "ForageSearch", "TestPlaces"],
        path: "Benchmarks/Judging"),
]

if developing {
    targets += developmentTool("JSONConformance", in: "Conformance", uses: ["JSON"])
    targets += developmentTool(
        "CacheConformance", in: "Conformance",
        uses: ["ForageStorage", "ForageCore", "ForageTransport", "JSON", "Platform", "TestDoubles"])
    targets += [.target(name: "Timing", path: "Benchmarks/Timing")]
    targets += developmentTool("JSONBenchmark", in: "Benchmarks", uses: ["JSON", "Platform", "Timing"])
    targets += developmentTool(
        "DecodingBenchmark", in: "Benchmarks", uses: ["Forage", "ForageCore", "Platform", "Timing"])
    targets += developmentTool(
        "DefinitionBenchmark", in: "Benchmarks",
        uses: ["Forage", "ForageCore", "ForageProviders", "Platform", "Timing"])
    targets += developmentTool(
        "CacheBenchmark", in: "Benchmarks",
        uses: ["ForageStorage", "ForageCore", "Platform", "TestPlaces", "Timing"])
    targets += developmentTool(
        "ItemBenchmark", in: "Benchmarks",
        uses: ["ForageStorage", "ForageCore", "Platform", "TestPlaces", "Timing"])
    targets += developmentTool("SearchBenchmark", in: "Benchmarks", uses: ["Forage", "ForageCore", "Timing"])
    targets += developmentTool(
        "FusionBenchmark", in: "Benchmarks", uses: ["ForageCore", "ForageSearch", "Judging", "Timing"])
    targets += developmentTool(
        "NetworkBenchmark", in: "Benchmarks",
        uses: ["CurlLoop", "ForageCore", "ForageTransport", "HTTPServer", "Timing"])
    targets += [.target(name: "CurlLoop", dependencies: ["CCurl"], path: "Benchmarks/CurlLoop")]
    targets += [
        .target(
            name: "PushProbe", dependencies: ["CXML2"], path: "Benchmarks/PushProbe",
            linkerSettings: [.linkedLibrary("xml2")])
    ]
    targets += developmentTool(
        "SVGBenchmark", in: "Benchmarks", uses: ["ForageSearch", "PushProbe", "Timing"])
}

if fuzzing {
    targets += fuzzer("CacheRulesFuzzer", of: ["ForageTransport", "ForageCore", "Platform"])
    targets += fuzzer("CloudinaryFuzzer", of: ["ForageCore"])
    targets += fuzzer("CocoacastsFuzzer", of: ["Cocoacasts", "ForageCore"])
    targets += fuzzer("ConfigurationFuzzer", of: ["ForageCore", "JSON"])
    targets += fuzzer("CursorFuzzer", of: ["ForageCore", "ForageSearch"])
    targets += fuzzer("DefinitionFuzzer", of: ["ForageProviders", "ForageCore"])
    targets += fuzzer("DuckDuckGoFuzzer", of: ["DuckDuckGo", "ForageCore"])
    targets += fuzzer("FlickrFuzzer", of: ["Flickr", "ForageCore"])
    targets += fuzzer("JSONFuzzer", of: ["JSON"])
    targets += fuzzer("QueryFuzzer", of: ["ForageCore", "ForageSearch"])
    targets += fuzzer("SVGSizeFuzzer", of: ["ForageSearch"])
    targets += fuzzer("UnsplashFuzzer", of: ["Unsplash", "ForageCore"])
}

if let onlyProvider {
    var needed: Set<String> = []
    var open = [onlyProvider + "Tests"] + (withCatalog ? ["CatalogTests"] : [])
    while let name = open.popLast() {
        guard needed.insert(name).inserted else { continue }
        open += targets.first { $0.name == name }?.dependencies.compactMap(\.targetName) ?? []
    }
    targets.removeAll { !needed.contains($0.name) }
}

for target in targets
where target.type != .system && target.type != .plugin
    && ![
        "CCmark", "CCrypto", "CCurl", "CPage", "CPostgreSQL", "CSQLite", "CUTF8Proc", "CXML2", "CZlib",
        "CurlLoop", "PushProbe",
    ].contains(target.name)
{
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}

let package = Package(
    name: "forage",
    platforms: [.macOS(.v26)],
    products: onlyProvider != nil
        ? []
        : [
            .library(name: "Forage", targets: ["Forage", "ForageCore", "ForageSearch", "Markup"]),
            .library(name: "ForageConformance", targets: ["ForageConformance"]),
            .executable(name: "forage", targets: ["ForageProgram"]),
            .executable(name: "forage-gallery", targets: ["GalleryProgram"]),
            .executable(name: "forage-image", targets: ["ImageProgram"]),
            .executable(name: "forage-sandbox", targets: ["SandboxProgram"]),
        ],
    traits: [
        .trait(name: "Logging", description: "Reports of searches can be written to a logger of swift-log."),
        .trait(name: "Metrics", description: "Reports of searches can be counted in swift-metrics."),
    ],
    // Neither is fetched unless its trait is enabled. Without the target that uses them, both would be.
    dependencies: onlyProvider != nil
        ? []
        : [
            .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
            .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
        ],
    targets: targets,
    swiftLanguageModes: [.v6]
)
