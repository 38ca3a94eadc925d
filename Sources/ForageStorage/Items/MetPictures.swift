internal import Database
internal import ForageCore

extension ItemWriter {
    /// Stores the appearance of a picture.
    mutating func keep(_ picture: MetPicture) throws(DatabaseError) {
        guard try hasLogRoom() else { return }
        do {
            try makeRoom(isFull: false)
            try database.keep(picture)
        } catch .full {
            try makeRoom(isFull: true)
            try database.keep(picture)
        }
    }
}

extension Connection {
    fileprivate mutating func keep(_ picture: MetPicture) throws(DatabaseError) {
        try run(
            "INSERT OR REPLACE INTO picture VALUES (?, ?, ?, ?, ?, ?)", picture.item.provider.name,
            picture.item.local, picture.digest, picture.appearance?.look.signed, picture.hasManifest.number,
            picture.appearance?.square)
    }

    /// Deletes the pictures of items that were deleted.
    mutating func dropPicturesWithoutItem() throws(DatabaseError) {
        try run(
            """
            DELETE FROM picture WHERE NOT EXISTS (
                SELECT 1 FROM item JOIN provider ON provider.number = item.provider
                WHERE provider.name = picture.provider AND item.local_id = picture.local_id)
            """)
    }
}

extension ItemReader {
    private static let columns = "SELECT provider, local_id, digest, look, has_manifest, square FROM picture"

    mutating func pictures(_ query: PictureQuery) throws(DatabaseError) -> [MetPicture] {
        // A file of an earlier version has no pictures.
        guard try database.schemaVersion() == ItemSchema.steps.count else { return [] }
        switch query {
        case .of(let id):
            return try pictures("provider = ? AND local_id = ?", id.provider.name, id.local)
        case .digest(let digest): return try pictures("digest = ?", digest)
        case .near(let look, let greatest):
            var near: [(number: Int, distance: Int)] = []
            try database.each("SELECT rowid, look FROM picture WHERE look IS NOT NULL", []) { row in
                let distance = PictureLook(signed: row.int(1)).distance(to: look)
                if distance <= greatest { near.append((row.int(0), distance)) }
                return true
            }
            near.sort { ($0.distance, $0.number) < ($1.distance, $1.number) }
            var pictures: [MetPicture] = []
            for (number, _) in near.prefix(PictureQuery.greatestCount) {
                pictures += try self.pictures("rowid = ?", number)
            }
            return pictures
        }
    }

    private mutating func pictures(
        _ condition: String, _ values: any Bindable...
    ) throws(DatabaseError) -> [MetPicture] {
        var pictures: [MetPicture] = []
        try database.each(
            "\(Self.columns) WHERE \(condition) LIMIT \(PictureQuery.greatestCount)", values
        ) { row in
            if let picture = MetPicture(row, localID: row.text(1)) { pictures.append(picture) }
            return true
        }
        return pictures
    }
}

extension PostgresConnection {
    /// Stores the appearance of a picture if its item is stored, and deletes the oldest if there are too many.
    mutating func keep(_ picture: MetPicture, upTo greatestCount: Int) throws(DatabaseError) {
        let number = try first(
            """
            INSERT INTO forage.picture (provider, local_id, digest, look, has_manifest, square)
            SELECT provider, local_id, $3, $4::bigint, $5::bigint, $6::bytea FROM forage.item
            WHERE provider = $1 AND local_id = $2::bytea
            ON CONFLICT (provider, local_id, digest) DO UPDATE SET (look, has_manifest, square) =
                ROW (excluded.look, excluded.has_manifest, excluded.square)
            RETURNING number
            """, picture.item.provider.name, Array(picture.item.local.utf8), picture.digest,
            picture.appearance?.look.signed, picture.hasManifest.number, picture.appearance?.square
        ) { $0.int(0) }
        guard let number else { return }
        try run("DELETE FROM forage.picture WHERE number <= $1", number - greatestCount)
    }

    mutating func pictures(_ query: PictureQuery) throws(DatabaseError) -> [MetPicture] {
        let difference = "length(replace((look # $1::bigint)::bit(64)::text, '0', ''))"
        let (rest, values): (String, [any Bindable]) =
            switch query {
            case .of(let id):
                ("WHERE provider = $1 AND local_id = $2::bytea", [id.provider.name, Array(id.local.utf8)])
            case .digest(let digest): ("WHERE digest = $1", [digest])
            case .near(let look, let greatest):
                (
                    "WHERE \(difference) <= $2::bigint ORDER BY \(difference), number",
                    [look.signed, greatest]
                )
            }
        return try rows(
            """
            SELECT provider, local_id, digest, look, has_manifest, square FROM forage.picture \(rest)
            LIMIT \(PictureQuery.greatestCount)
            """, with: values
        ) { MetPicture($0, localID: String(decoding: $0.bytes(1), as: UTF8.self)) }.compactMap(\.self)
    }
}

extension MetPicture {
    /// Reads a row; nil if it is damaged.
    fileprivate init?(_ row: borrowing some ReadableRow & ~Copyable, localID: String) {
        guard let provider = ProviderID(row.text(0)) else { return nil }
        self.init(of: ItemID(provider: provider, local: localID))
        digest = row.text(2)
        if !row.isNull(3), !row.isNull(5) {
            appearance = Appearance(look: PictureLook(signed: row.int(3)), square: row.bytes(5))
        }
        hasManifest = row.int(4) != 0
    }
}

extension PictureLook {
    /// The bits as databases store them.
    fileprivate var signed: Int { Int(truncatingIfNeeded: bits) }

    fileprivate init(signed: Int) { self.init(bits: UInt64(truncatingIfNeeded: signed)) }
}

extension Bool {
    fileprivate var number: Int { self ? 1 : 0 }
}
