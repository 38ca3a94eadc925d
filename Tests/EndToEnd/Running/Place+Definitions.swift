import Platform
import TestPlaces

extension Place {
    /// The folder of the user's own definitions.
    var ownDefinitions: String { "\(home)/.config/forage/providers" }

    /// A copy of a shipped definition with another name and another host.
    static func definition(called name: String) throws -> String {
        let shipped = ThisCheckout.folder.appending(path: "Providers/Definitions/openverse.json")
        return try String(contentsOf: shipped, encoding: .utf8)
            .replacing("api.openverse.org", with: "api.\(name).example")
            .replacing("\"id\": \"openverse\"", with: "\"id\": \"\(name)\"")
            .replacing("\"name\": \"Openverse\"", with: "\"name\": \"The \(name)\"")
            .replacing("KEY_OPENVERSE", with: "KEY_\(name.uppercased().replacing("-", with: "_"))")
    }
}
