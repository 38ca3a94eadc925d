// Dates, numbers as text and files without the weight of all of Foundation, where that exists.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
