internal import HTTPServer

/// The image hosts, which draw a photo in the size that is asked for: `w`, `h`, `dpr`, `fit`.
struct UnsplashImages: SandboxService {
    let library: PhotoLibrary
    let hosts = ["images.unsplash.com", "plus.unsplash.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let name = String(request.path.dropFirst())
        guard let photo = library.photo(inFile: name), photo.host == request.host else {
            return .text("No such picture.\n", status: 404)
        }
        return PictureServing.png(named: name, size: size(of: photo.size, for: request), for: request)
    }

    /// Never larger than the photo, except where a crop to an exact size is asked for.
    private func size(of own: PictureSize, for request: SandboxRequest) -> PictureSize {
        let ratio = min(max(request["dpr"].flatMap { Double($0) } ?? 1, 1), 5)
        let width = request["w"].flatMap { Int($0) }.map { Double(min(max($0, 1), 4_000)) * ratio }
        let height = request["h"].flatMap { Int($0) }.map { Double(min(max($0, 1), 4_000)) * ratio }
        if let width, let height, request["fit"] == "crop" {
            return PictureSize(width: min(Int(width), 4_000), height: min(Int(height), 4_000))
        }
        let scale = min(
            1, (width ?? .infinity) / Double(own.width), (height ?? .infinity) / Double(own.height))
        return PictureSize(
            width: max(1, Int((Double(own.width) * scale).rounded())),
            height: max(1, Int((Double(own.height) * scale).rounded())))
    }
}
