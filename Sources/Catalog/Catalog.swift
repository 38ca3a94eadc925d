internal import Cocoacasts
internal import DuckDuckGo
internal import Flickr
public import ForageCore
internal import Unsplash

/// The providers of this build, in the order in which they are asked and shown.
public enum Catalog {
    /// One line a provider.
    public static let all: [Registration] = [
        DuckDuckGoProvider.registration,
        UnsplashProvider.registration,
        FlickrProvider.registration,
        CocoacastsProvider.registration,
    ]
}
