internal import ForageCore
package import ForageDownloads

extension Forage {
    /// What fetches files, whose addresses are strangers' words: it gets to the open internet only, and with no key.
    package func downloader(
        upTo greatestByteCount: Int = Downloader.usualLimit, finishing steps: [any FinishingStep] = []
    ) -> Downloader {
        Downloader(pipeline.files, upTo: greatestByteCount, finishing: steps)
    }

    /// What asks the services for leave to take files.
    package var permitOffice: PermitOffice {
        PermitOffice(configuration.providers.map(pipeline.sourceOfPermits))
    }
}
