extension PictureAddresses {
    /// Addresses such as `demo/image/upload/w_400,c_fill/v1312/owl.jpg`; the name excludes scaling steps and the
    /// version.
    public static let cloudinary = PictureAddresses(at: "res.cloudinary.com") { url in
        let steps = url.steps
        guard steps.count > 3, steps[1] == "image", steps[2] == "upload" else { return nil }
        let names = steps[3...].drop { $0.isVersion || $0.split(separator: ",").allSatisfy(\.isScaling) }
        return names.isEmpty ? nil : (steps[..<3] + names).joined(separator: "/")
    }
}

extension Substring {
    fileprivate var isVersion: Bool {
        utf8.count > 1 && hasPrefix("v") && dropFirst().utf8.allSatisfy(\.isDigit)
    }

    fileprivate var isScaling: Bool {
        guard let end = firstIndex(of: "_") else { return false }
        return ["ar", "c", "dpr", "f", "g", "h", "q", "w"].contains(self[..<end])
    }
}
