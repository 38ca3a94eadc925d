import ForageCore
import Platform
import TestPlaces

@testable import ForageDownloads

/// What stands in for the program here begins the file that it is to make, and then does wrong what the order's path says.
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

    /// How often it was asked to make a picture, and whether the place was free each time.
    var asked: [Substring] {
        get throws { try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") }
    }

    var isLeft: Bool { FileManager.default.fileExists(atPath: place) }

    func make(of order: String, in pool: ImagePool) async throws(ImageError) -> MadeImage {
        try await pool.make(.file(order), .init(ImageTransform(format: .png), to: place))
    }
}
