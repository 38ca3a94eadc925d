internal import Essentials

extension Filter {
    /// The filter in a form that is the same in every process.
    package var canonicalText: String {
        switch self {
        case .kinds(let kinds): "\(name.rawValue)=" + kinds.sorted().map(\.rawValue).joined(separator: ",")
        case .orientation(let orientation): "\(name.rawValue)=\(orientation.rawValue)"
        case .minimumSize(let size): "\(name.rawValue)=\(size)"
        case .publishedSince(let date): "\(name.rawValue)=\(date.timeIntervalSince1970)"
        case .hue(let hue): "\(name.rawValue)=\(hue.rawValue)"
        }
    }
}
