// Imports the C library of each system, and the smaller FoundationEssentials, where it exists, for dates, numbers as
// text and files.
#if canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
