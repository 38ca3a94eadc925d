internal import ForageCore
internal import JSON

/// Where a photo was taken, and what with. Only a full photo tells.
extension UnsplashPhoto {
    var place: Place? {
        let location = json["location"]
        let parts = [location["city"].text, location["country"].text].compactMap(\.self).joined(
            separator: ", ")
        let name = location["name"].text ?? location["title"].text ?? (parts.isEmpty ? nil : parts)
        return location["position"].place(named: name)
    }

    var camera: Camera? {
        let exif = json["exif"]
        return Camera(
            name: exif["name"].text ?? cameraName, exposure: exif["exposure_time"].measure,
            aperture: exif["aperture"].measure, focalLength: exif["focal_length"].measure,
            iso: exif["iso"].flexibleInt)
    }

    /// Maker and model; most models begin with their maker.
    private var cameraName: String? {
        let make = json["exif"]["make"].text
        guard let model = json["exif"]["model"].text else { return make }
        guard let make, !model.lowercased().hasPrefix(make.lowercased()) else { return model }
        return "\(make) \(model)"
    }
}

extension JSONValue {
    /// A measure in the source's own words, which may be a number.
    fileprivate var measure: String? { text ?? numberAsWritten }
}
