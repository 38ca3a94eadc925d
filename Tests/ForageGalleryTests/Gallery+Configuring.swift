import Forage
import HTTPServer

@testable import ForageGallery

extension Gallery {
    /// Starts a gallery with the usual settings, changed by a closure.
    convenience init(
        _ forage: Forage, configuring configure: (inout Serving) -> Void = { _ in }
    ) throws(HTTPServerError) {
        var serving = Serving(forage)
        configure(&serving)
        try self.init(serving)
    }
}
