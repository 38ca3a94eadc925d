import Foundation
import PackagePlugin

/// `swift package add-provider NAME`: builds `forage` where that is still to do, and does what
/// `forage providers new NAME` does.
@main
struct AddProvider: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let build = try packageManager.build(.product("forage"), parameters: .init())
        guard build.succeeded, let program = build.builtArtifacts.first(where: { $0.kind == .executable })
        else {
            throw NothingAdded(
                description: "Forage does not build, so no provider was added.\n\(build.logText)")
        }
        let forage = Process()
        forage.executableURL = program.url
        forage.arguments = ["providers", "new"] + arguments
        forage.currentDirectoryURL = context.package.directoryURL
        try forage.run()
        forage.waitUntilExit()
        guard forage.terminationStatus == 0 else { throw NothingAdded(description: "No provider was added.") }
    }
}

private struct NothingAdded: Error, CustomStringConvertible {
    let description: String
}
