/// What a terminal said of itself when it was asked.
struct TerminalReply: Hashable, Sendable {
    private(set) var showsKitty = false
    private(set) var showsSixel = false
    /// The pixels of a letter's place.
    private(set) var cell: Screen.Cell?
    /// Whether the answer is there that every terminal gives, and that was asked for last.
    private(set) var isWhole = false

    /// Reads what came; a key that was pressed meanwhile says nothing.
    init(_ bytes: [UInt8]) {
        for part in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}") {
            if part.hasPrefix("_Gi=\(Self.number);OK") {
                showsKitty = true
            } else if part.hasPrefix("[?"), let end = part.firstIndex(of: "c") {
                showsSixel = part[..<end].dropFirst(2).split(separator: ";").contains("4")
                isWhole = true
            } else if part.hasPrefix("[6;"), let end = part.firstIndex(of: "t") {
                let sides = part[..<end].dropFirst(3).split(separator: ";").map { Int($0) }
                if sides.count == 2, let height = sides[0], let width = sides[1] {
                    cell = Screen.Cell(width: width, height: height)
                }
            }
        }
    }

    /// What is asked: whether a picture of kitty's would be shown, how large a letter's place is, and what it is.
    static func question(inKitty: Bool) -> String {
        let picture = "\u{1B}_Gi=\(number),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        return (inKitty ? picture : "") + "\u{1B}[16t\u{1B}[c"
    }

    private static let number = 31
}
