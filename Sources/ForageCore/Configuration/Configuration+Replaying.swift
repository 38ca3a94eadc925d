internal import JSON

extension Configuration {
    /// The settings that the answer of a search hangs on, as a file of them has them: nothing of keys, of servers
    /// that play a service, or of what is kept.
    ///
    /// - Parameter providers: Who is asked.
    /// - Returns: The file.
    package func settings(ofSearchBy providers: [ProviderID]) -> String {
        let general = [SettingPath("timeout"), SettingPath("measure"), .cloudinary]
        let wanted = general + providers.map { .provider($0) }
        let unwanted = providers.flatMap {
            [SettingPath.provider($0, "baseURL"), .provider($0, "requestsPerHour")]
        }
        let json = json { leaf in
            wanted.contains { leaf.path.starts(with: $0) } && !unwanted.contains(leaf.path)
                && keyState(leaf.path) == nil
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Every key and secret that this run has.
    package var secrets: [String] {
        (keyRing.all + [cloudinary.secret].compactMap(\.self)).map { $0.reveal { $0 } }
    }
}
