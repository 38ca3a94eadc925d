internal import Forage
internal import ForageCore
internal import Platform

/// A line about the missing contact, shown to each person once, after their first search at a terminal.
enum ContactReminder {
    static func show(_ configuration: Configuration, _ invocation: Invocation) {
        guard configuration.contact == nil, invocation.terminal.messages != nil,
            !invocation.arguments.has("sandbox"), !invocation.arguments.has("offline"),
            let folder = PersonalFolder.state.path(invocation.environment)
        else { return }
        let path = folder + "/contact-reminder"
        // Where it cannot be remembered it would come again and again.
        guard LocalPath.kind(path) == nil, (try? LocalFile.make(path, with: [], permissions: 0o600)) != nil
        else { return }
        invocation.pipes.say(
            "The services cannot tell who is asking, and some slow such programs down. To give a page or mail "
                + "address of yours: export FORAGE_CONTACT=ADDRESS. This is said once.")
    }
}
