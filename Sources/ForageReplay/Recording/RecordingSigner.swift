package import ForageCore

/// Writes down every signature that is made, which stands in an address anyway; the secret is nobody's business.
package struct RecordingSigner<Fault: Error>: Signer {
    private let signer: any Signer<Fault>
    private let recorder: Recorder

    package init(_ signer: any Signer<Fault>, _ recorder: Recorder) {
        self.signer = signer
        self.recorder = recorder
    }

    package func signature(of text: String) throws(Fault) -> String {
        let signature = try signer.signature(of: text)
        recorder.note(signature, of: text)
        return signature
    }
}
