/// A provider that knows what is wrong with the file that defines it.
package protocol DefinedByFile {
    /// Why the definition is refused, if it is; everything is checked for it.
    var fault: DefinitionFault? { get }
}
