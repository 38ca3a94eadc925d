package import Forage

/// What the program `forage-gallery` is given: Forage as the person set it up, and where to listen.
package struct Serving: Sendable {
    /// Serves until the task is cancelled. Throws where it cannot listen.
    package typealias Work = @Sendable (Serving) async throws -> Void

    package let forage: Forage
    /// A numeric address.
    package let host: String
    /// Any free one when 0.
    package let port: Int
    /// What lets somebody in; nil where everybody may come who can reach it.
    package let token: String?
    /// Under which names it may be asked for, beside its own.
    package let names: [String]
    /// Whether the services are played on this machine, so that their terms have nobody to protect.
    package let isPlayed: Bool
    /// What works on pictures, where it is installed.
    package let imageProgram: String?
    /// Is told the address as soon as somebody may come.
    package let announce: @Sendable (String) -> Void
    /// Is told what was refused, a sentence each.
    package let warn: @Sendable (String) -> Void
}
