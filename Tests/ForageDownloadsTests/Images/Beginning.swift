import ForageCore
import Platform
import TestPlaces

@testable import ForageDownloads

/// A substitute for the program: it begins the file that it should make, and then fails as the order's path says.
struct Beginning: Sendable {
    let program: String
    private let place: String
    private let log: String

    init(in folder: TemporaryFolder) throws {
        place = folder.path + "/made"
        log = try folder.write("", to: "log")
        program = try folder.write(
            """
            #!/bin/sh
            while read -r line; do
                case "$line" in *fine*) echo '{"drawn":"fine"}'; continue ;; esac
                test -e \(place) && echo taken >> \(log) || echo free >> \(log)
                : > \(place)
                case "$line" in
                    *hang*) exec sleep 1000 ;;
                    *die*) kill -SEGV $$ ;;
                    *compute*) kill -XCPU $$ ;;
                    *garbage*) echo nonsense ;;
                esac
            done
            """, to: "beginning", permissions: 0o755)
    }

    /// For each requested picture, whether its place was free.
    var asked: [Substring] {
        get throws { try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") }
    }

    var isLeft: Bool { FileManager.default.fileExists(atPath: place) }

    func make(of order: String, in pool: ImagePool) async throws(ImageError) -> MadeImage {
        try await pool.make(.file(order), .init(ImageTransform(format: .png), to: place))
    }
}
