internal import ForageCore
package import ForageMedia

extension Forage {
    /// What fetches files, whose addresses are strangers' words: it gets to the open internet only, and with no key.
    package func downloader(upTo greatestByteCount: Int = Downloader.usualLimit) -> Downloader {
        Downloader(pipeline.files, upTo: greatestByteCount)
    }

    /// What asks the services for leave to take files.
    package var permitOffice: PermitOffice {
        PermitOffice(configuration.providers.map(pipeline.sourceOfPermits))
    }
}
