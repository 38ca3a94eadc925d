/// What puts a signature under a text. It knows the secret, so that nobody else has to.
public protocol Signer<Fault>: Sendable {
    /// Why a signature cannot be made.
    associatedtype Fault: Error

    /// The signature of a text, fit to stand in an address.
    func signature(of text: String) throws(Fault) -> String
}
