import CivilTime
import Reminders
import Service

/// The dead man's switch, the setting `require_reminder`: no ticket without something that will ring.
///
/// A way counts when the daemon answers, its store works and one of its channels took its last notice, or has
/// not been tried and says now that it could take one; when `--via systemd-run` hands the alarms to systemd; when
/// `--ics` writes them for a calendar. Who asks for no alarm (`--remind none`) gets none.
struct ReminderGuard {
  let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Call it before anything is saved.
  func require(
    _ route: ReminderRoute, wantsAlarms: Bool, usesTimers: Bool, calendarPath: String?
  ) throws(CommandFailure) {
    guard context.settings.requireReminder, wantsAlarms, !usesTimers, calendarPath == nil,
      route.channels.isEmpty
    else { return }
    var lines = [context.phrase("reminder.required")]
    var mute = route
    mute.timers = 0
    lines += mute.lines(context, alarms: 1)
    throw .failure(lines.joined(separator: "\n"))
  }
}
