/// Which Forage this is.
public enum Version {
    /// The version as it is printed and told to the services.
    public static let current = "0.1.0"

    /// The project's page, sent to the services with each request. A release sets it; nil as long as there is none.
    static let project: String? = nil
}
