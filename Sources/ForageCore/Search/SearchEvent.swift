/// What happens in a search, as it happens. Tables, JSON lines and pages are readers of this one stream.
public enum SearchEvent: Hashable, Sendable {
    /// These providers are being asked.
    case began([ProviderID])
    /// A provider brought these, in its own order.
    case items(ProviderID, [Item])
    /// A provider ended.
    case ended(Outcome)
    /// The size of a picture of an item was read from the picture itself, which is at this address.
    case measured(ItemID, PixelSize, at: WebURL)
    /// The search ended; the report holds everything.
    case finished(Report)
}
