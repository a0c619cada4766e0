/// The body of `Notify` (Desktop Notifications 1.2).
struct NotificationCall {
  let notice: Notice
  let applicationName: String
  let desktopEntry: String
  /// The number of the notice that this one takes the place of; 0 = a new one.
  let replaces: UInt32
  /// What the server says it can do.
  let capabilities: Set<String>

  func write(to writer: inout BusMessageWriter) {
    let isCritical = notice.urgency == .critical
    let body = PlainText.cleaned(notice.body)
    writer.string(PlainText.line(applicationName))
    writer.uint32(replaces)
    writer.string("")
    writer.string(PlainText.line(notice.title))
    writer.string(capabilities.contains("body-markup") ? PlainText.markup(body) : body)
    writer.container("a", of: "s") { actions in
      guard capabilities.contains("actions") else { return }
      for action in notice.actions {
        actions.string(PlainText.line(action.id))
        actions.string(PlainText.line(action.label))
      }
    }
    writer.container("a", of: "{sv}") { writeHints(to: &$0) }
    // 0 = until the driver closes it, -1 = as the server likes.
    writer.int32(isCritical ? 0 : -1)
  }

  private func writeHints(to hints: inout BusMessageWriter) {
    let urgency: UInt8 =
      switch notice.urgency {
      case .low: 0
      case .normal: 1
      case .critical: 2
      }
    hints.entry("urgency", of: "y") { $0.byte(urgency) }
    // A button that fails must still be there to be pressed again.
    hints.entry("resident", of: "b") { $0.bool(notice.urgency == .critical) }
    hints.entry("category", of: "s") { $0.string("x-aparka.reminder") }
    hints.entry("desktop-entry", of: "s") { $0.string(desktopEntry) }
    if notice.isSilent {
      hints.entry("suppress-sound", of: "b") { $0.bool(true) }
    } else if notice.urgency == .critical {
      hints.entry("sound-name", of: "s") { $0.string("alarm-clock-elapsed") }
    }
    // The same key from another process, or after a crash, replaces what is on the screen: dunst and
    // mako know the first, the servers of Ubuntu and mako the second.
    let key = PlainText.line(notice.key)
    hints.entry("x-dunst-stack-tag", of: "s") { $0.string(key) }
    hints.entry("x-canonical-private-synchronous", of: "s") { $0.string(key) }
  }
}
