// swift-tools-version: 6.3
import PackageDescription

// A provider in a package of its own, which uses nothing but the public API of Forage.
let package = Package(
    name: "gutenberg",
    platforms: [.macOS(.v26)],
    products: [.library(name: "Gutenberg", targets: ["Gutenberg"])],
    dependencies: [.package(name: "forage", path: "../..")],
    targets: [
        .target(name: "Gutenberg", dependencies: [.product(name: "Forage", package: "forage")]),
        .testTarget(
            name: "GutenbergTests",
            dependencies: [
                "Gutenberg", .product(name: "Forage", package: "forage"),
                .product(name: "ForageConformance", package: "forage"),
            ],
            exclude: ["Fixtures"]),
    ],
    swiftLanguageModes: [.v6]
)
