internal import ForageCore

/// Which Forage this is.
public enum Version {
    /// The version as it is printed and told to the services.
    public static let current = "0.1.0"

    /// The page that tells a service who is asking, where the configuration names none. The project has no
    /// public home yet, so it is an address that belongs to nobody.
    static let contact: WebURL = "https://forage.example/"
}
