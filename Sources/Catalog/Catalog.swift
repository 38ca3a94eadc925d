internal import Cocoacasts
internal import DuckDuckGo
internal import Flickr
public import ForageCore
internal import Unsplash

/// The built-in providers, in the order in which they are queried and shown.
public enum Catalog {
    /// The registrations of all built-in providers.
    public static let all: [Registration] = [
        DuckDuckGoProvider.registration,
        UnsplashProvider.registration,
        FlickrProvider.registration,
        CocoacastsProvider.registration,
    ]
}
