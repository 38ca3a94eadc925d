import ForageCore
import Platform
import TestPlaces

@testable import ForageDownloads

/// A folder for pictures, and the built program that works on them.
struct ImageFolder: Sendable {
    let folder: TemporaryFolder
    let pool: ImagePool

    init(_ limits: ImageLimits = ImageLimits()) throws {
        folder = try TemporaryFolder()
        pool = ImagePool(
            program: Self.program, limits: limits, count: 1, environment: Self.environment)
    }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path(name)))) }

    /// Makes a picture from one in the folder.
    @discardableResult
    func make(
        _ name: String, of source: String, _ transform: ImageTransform, keepingMetadata: Bool = false
    ) async throws(ImageError) -> MadeImage {
        try await pool.make(
            .file(path(source)), .init(transform, to: path(name), keepingMetadata: keepingMetadata))
    }

    /// Writes an SVG into the folder.
    func draw(_ name: String, width: Int = 40, height: Int = 20, _ body: String = Self.body) throws {
        let size = "width='\(width)' height='\(height)'"
        try folder.write("<svg xmlns='http://www.w3.org/2000/svg' \(size)>\(body)</svg>", to: name)
    }

    static let body =
        "<rect width='100%' height='100%' fill='teal'/><circle cx='10' cy='10' r='8' fill='red'/>"

    /// Next to the test bundle.
    static let program: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
        let steps = bundle.split(separator: "/", omittingEmptySubsequences: false)
        return steps.prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/") + "/forage-image"
    }()

    /// Counts its coverage, too.
    static var environment: [String: String] { ["LLVM_PROFILE_FILE": ProgramCoverage.file] }
}
