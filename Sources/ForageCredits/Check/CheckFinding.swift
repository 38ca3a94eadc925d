internal import ForageCore
internal import Platform

/// Something in a project that does not follow its lock.
package struct CheckFinding: Hashable, Sendable {
    /// The path of the file from the folder of the lock.
    package let path: String
    /// The line of the lock on which the file's entry begins; nil if there is none.
    package let line: Int?
    package let fault: Fault

    package enum Fault: Hashable, Sendable {
        /// A picture has no entry. Another one may look like it.
        case notInLock(resembling: String?)
        case changed
        /// The file has the bytes of the original download, without the steps that the entry names.
        case stripped
        case missing
        /// The file has another path than its entry.
        case renamed(from: String)
        /// A link is in the place of the file, or leads out of the project.
        case link
        case unreadable(String)
        /// Git LFS has not fetched the picture.
        case pointer
        /// The entry is not as Forage wrote it.
        case edited
        case sidecarMissing
        case sidecarChanged
        /// The entry has no credit. Another picture may look like it.
        case noCredit(resembling: String?)
        case licenceUnknown
        case objection(LockPolicy.Objection)
        case pageMissing
        case pageOutdated
        case pageUnusable(PageError)
    }

    /// The path of the picture that looks like this one; nil if none was found.
    package var resembled: String? {
        switch fault {
        case .notInLock(let other), .noCredit(let other): other
        default: nil
        }
    }

    /// The name of the rule, which stays the same.
    package var rule: Rule {
        switch fault {
        case .notInLock: .notInLock
        case .changed: .changed
        case .stripped: .stripped
        case .missing: .missing
        case .renamed: .renamed
        case .link: .link
        case .unreadable, .pointer: .unreadable
        case .edited: .edited
        case .sidecarMissing, .sidecarChanged: .creditFile
        case .noCredit: .noCredit
        case .licenceUnknown: .licenceUnknown
        case .objection: .policy
        case .pageMissing, .pageOutdated, .pageUnusable: .page
        }
    }

    /// The rules of the check.
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        case notInLock = "not-in-lock"
        case changed, stripped, missing, renamed, link, unreadable, edited
        case creditFile = "credit-file"
        case noCredit = "no-credit"
        case licenceUnknown = "licence-unknown"
        case policy
        case page

        /// The rule in a sentence without its full stop.
        package var summary: String {
            switch self {
            case .notInLock: "Every picture has an entry in the lock"
            case .changed: "The bytes of a picture are those of its entry"
            case .stripped: "A picture keeps its embedded credit and its conversion"
            case .missing: "Every entry has its picture"
            case .renamed: "A picture has the path of its entry"
            case .link: "A picture is a file, not a link"
            case .unreadable: "Every picture can be read"
            case .edited: "An entry is as it was written"
            case .creditFile: "The credit file next to a picture is that of its entry"
            case .noCredit: "Every picture has a credit"
            case .licenceUnknown: "The licence of every picture is known"
            case .policy: "The policy allows the licence of every picture"
            case .page: "The pages with the credits are current"
            }
        }
    }

    /// The finding in a clause.
    package var reason: String {
        switch fault {
        case .notInLock(nil): "it is not in the lock"
        case .notInLock(let other?): "it is not in the lock; it looks like \(other.printable())"
        case .changed: "its bytes have changed"
        case .stripped: "it has the bytes of the original download"
        case .missing: "it does not exist"
        case .renamed(let former): "it has another name than its entry, \(former.printable())"
        case .link: "it is a link, or is reached by one"
        case .unreadable(let reason): "it cannot be checked: \(reason)"
        case .pointer: "it is a pointer of Git LFS, not the picture"
        case .edited: "its entry was edited"
        case .sidecarMissing: "its credit file does not exist"
        case .sidecarChanged: "its credit file has changed"
        case .noCredit(nil): "its entry has no credit"
        case .noCredit(let other?): "its entry has no credit; it looks like \(other.printable())"
        case .licenceUnknown: "its licence is unknown"
        case .objection(let objection): objection.reason
        case .pageMissing: "the page with the credits does not exist"
        case .pageOutdated: "the page does not have the current credits"
        case .pageUnusable(let error): "the page with the credits cannot be used: \(error)"
        }
    }
}

extension LockPolicy.Objection {
    var reason: String {
        switch self {
        case .refused(let licence): "the policy refuses \(licence.name.printable(upTo: 100))"
        case .notAllowed(let licence): "the policy does not allow \(licence.name.printable(upTo: 100))"
        case .withholds(let licence, let permissions):
            "\(licence.name.printable(upTo: 100)) is not known to permit this: "
                + permissions.map(\.rawValue).joined(separator: ", ")
        }
    }
}
