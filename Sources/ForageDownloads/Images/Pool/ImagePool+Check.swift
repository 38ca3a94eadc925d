extension ImagePool {
    /// Sees that pictures can be worked on, by the smallest there is: reading it takes libvips, drawing it libchafa.
    ///
    /// - Throws: ``ImageFault`` where they cannot.
    package func check() async throws(ImageFault) {
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
        do throws(ImageFault) {
            _ = try await draw(.bytes(Array(drawing.utf8)), ImageDrawing(.blocks, columns: 1, rows: 1))
        } catch .refused(let reason) {
            throw .unusable("does not work: \(reason)")
        }
    }
}
