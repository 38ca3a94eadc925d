/// Where is kept how stored pictures look, so that nobody has to look again.
///
/// Like a ``ResponseStore`` it never fails a search.
package protocol LookStore: Sendable {
    /// How a stored picture looks; nil where it has to be looked at.
    func look(of stored: StoredResponse) -> PictureLook?

    /// Keeps how a stored picture looks.
    func keep(_ look: PictureLook, of stored: StoredResponse) async
}
