package import ForageCore

/// A reason why a channel of definitions, or one of its definitions, is not used.
package enum ChannelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is neither a web address that is secure nor the path of a folder.
    case noAddress(String)
    case noKey(String)
    /// A file of the channel cannot be read, for this reason.
    case unreadable(String, reason: String)
    /// The signature of the index is not by the key that the user trusts.
    case wronglySigned
    /// The index is not written as an index should be.
    case malformed(String)
    /// The index was valid until this day.
    case expired(CalendarDay)
    /// The index has a lower number than one that was already seen.
    case older(Int, than: Int)
    /// The channel has no definition with this name.
    case unknown(String)
    /// A definition of the channel is refused, for this reason.
    case refused(ChannelIndex.Entry, Refusal)
    /// Nothing of this name was installed from a channel.
    case notInstalled(String)
    case file(String)

    /// The reason why a definition is refused.
    package enum Refusal: Hashable, Sendable {
        /// The file is not the one in the index.
        case swapped
        case invalid(String)
        /// The file has another name or version than the index says.
        case misnamed
        /// It would run a program.
        case program
        /// A built-in provider or a definition of the user has its name.
        case taken(by: String?)
        /// It was installed from the channel of another key.
        case installedFromElsewhere
        /// It has a key and more than one host.
        case keyForManyHosts
        /// It has no host in common with the definition in use.
        case otherHosts
        /// It would send keys to this origin, unlike the definition in use.
        case keyTo(Origin)
    }

    package var description: String {
        switch self {
        case .noAddress(let text):
            "\(text.quoted) is no address of a channel: it must begin with https:// or be the whole path of a folder."
        case .noKey(let text):
            "\(text.quoted) is no key of a channel: it must be a public key of Ed25519 as `openssl pkey -pubout` prints it, without its first and last line."
        case .unreadable(let file, let reason): "\(file.onOneLine) cannot be read: \(reason)"
        case .wronglySigned: "The index of the channel is not signed by the key that you trust."
        case .malformed(let reason): "The index of the channel cannot be read: \(reason)."
        case .expired(let day):
            "The index of the channel was valid until \(day) only; nothing is taken from it."
        case .older(let number, let other):
            "The index of the channel has the number \(number), but number \(other) was already seen: it is old or was put back."
        case .unknown(let name): "The channel has no definition called \(name.quoted)."
        case .refused(let entry, let refusal): "\(entry.name) \(entry.version) is refused: \(refusal.words)"
        case .notInstalled(let name): "No definition called \(name.quoted) was installed from a channel."
        case .file(let reason): reason
        }
    }
}

extension ChannelError.Refusal {
    fileprivate var words: String {
        switch self {
        case .swapped: "the file is not the one that was signed."
        case .invalid(let reason): reason.hasSuffix(".") ? reason : reason + "."
        case .misnamed: "its name or its version is not the one in the index."
        case .program: "a definition of a channel cannot run a program."
        case .taken(let path?): "your own definition \(path.onOneLine) has this name."
        case .taken(nil): "a built-in provider has this name."
        case .installedFromElsewhere: "the definition with this name is from another channel."
        case .keyForManyHosts: "it has a key, so it may name only one host."
        case .otherHosts: "the definition that you have with this name asks entirely different hosts."
        case .keyTo(let origin): "it would send your key to \(origin), unlike the definition that you have."
        }
    }
}
