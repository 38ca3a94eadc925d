internal import Forage
internal import ForageCore
internal import ForageFormats

extension Desk {
    /// Every provider: whether it is asked, what it lacks, what it can do.
    var providers: Content {
        get async {
            let configuration = forage.configuration
            let view = ProvidersView(
                .json, standings: await forage.standings, faults: configuration.refusedDefinitions,
                needsKeys: !isPlayed)
            return Content(json: view.text(of: configuration.providers))
        }
    }
}
