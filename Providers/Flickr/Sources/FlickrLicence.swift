internal import ForageCore

extension Licence {
    /// Returns the licence with a number of the service; nil if the number is unknown.
    static func flickr(_ number: Int) -> Licence? {
        table.indices.contains(number) ? table[number] : nil
    }

    /// Returns the service's numbers for the licences that a filter permits.
    static func flickrNumbers(_ filter: LicenceFilter) throws(ProviderError) -> String {
        let numbers = table.indices.filter { filter.isGranted(by: table[$0]) }
        guard !numbers.isEmpty else { throw .unanswerable("Flickr has no licence that matches \(filter).") }
        return numbers.map { "\($0)" }.joined(separator: ",")
    }

    /// The licences, indexed by the service's numbers. Uploads since June 2025 use version 4.0 of Creative Commons.
    private static let table: [Licence] =
        [Licence(name: "All Rights Reserved")]
        + ["by-nc-sa", "by-nc", "by-nc-nd", "by", "by-sa", "by-nd"].map { creativeCommons($0, "2.0") }
        + [
            Licence(name: "No known copyright restrictions", url: "https://www.flickr.com/commons/usage/"),
            Licence(name: "United States Government Work", url: "http://www.usa.gov/copyright.shtml"),
            creativeCommons("zero", "1.0"), creativeCommons("mark", "1.0"),
        ] + ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"].map { creativeCommons($0, "4.0") }
}
