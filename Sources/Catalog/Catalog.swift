internal import Cocoacasts
internal import DuckDuckGo
public import ForageCore

/// The providers of this build, in the order in which they are asked and shown.
public enum Catalog {
    /// One line a provider.
    public static let all: [Registration] = [
        CocoacastsProvider.registration,
        DuckDuckGoProvider.registration,
    ]
}
