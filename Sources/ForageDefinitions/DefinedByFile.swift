package import ForageCore

/// A provider that knows the file that defines it.
package protocol DefinedByFile {
    /// The answers that prove the definition, and what comes of them.
    func samples() throws(DefinitionFault) -> [SampleAnswer]

    /// Why the definition is refused, if it is; everything is checked for it.
    var fault: DefinitionFault? { get }
}
