/// Finds the name a person most likely meant among the valid ones.
package func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
    let typed = typed.lowercased().unicodeScalars.prefix(64)
    let tolerance = max(1, typed.count / 3)
    var distance = EditDistance(from: typed)
    return
        names
        .compactMap { name in
            distance.distance(to: Array(name.lowercased().unicodeScalars.prefix(64)), upTo: tolerance)
                .map { (name: name, distance: $0) }
        }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
        .name
}
