import Foundation
import PackagePlugin

/// `swift package add-provider NAME`: what `forage providers new NAME` does, for those who have not built Forage yet.
@main
struct AddProvider: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let forage = Process()
        forage.executableURL = try context.tool(named: "ForageProgram").url
        forage.arguments = ["providers", "new"] + arguments
        forage.currentDirectoryURL = context.package.directoryURL
        try forage.run()
        forage.waitUntilExit()
        guard forage.terminationStatus == 0 else { throw NothingAdded() }
    }
}

/// The program said why.
private struct NothingAdded: Error, CustomStringConvertible {
    let description = "No provider was added."
}
